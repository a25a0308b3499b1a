// The application through its dispatcher, as the engine calls it.
#include <atomic>
#include <set>
#include <thread>

#include <unistd.h>

#include "abci/application_fixture.hpp"
#include "abci/proposal.hpp"
#include "base/hash.hpp"

namespace lariat::abci {
namespace {

TEST_F(ApplicationTest, CLU6_CLU13_the_genesis_is_held_against_the_engines)
{
    init_chain(GENESIS_MS + 1);
    EXPECT_TRUE(refused());
    init_chain(GENESIS_MS, 2);
    EXPECT_TRUE(refused());
    for (int i = 0; i < 2; ++i) {  // asked for again after a crash
        const Fields made = init_chain();
        EXPECT_FALSE(refused());
        ASSERT_EQ(made.count(3), 1u);
        EXPECT_TRUE(equal(made.find(3)->second.bytes, view(application_->root())));
        EXPECT_EQ(made.count(1), 1u);
    }
}

TEST_F(ApplicationTest, CLU8_every_transaction_has_a_result_in_its_place)
{
    const Fields done = finalize(
        1, {payment(0), Bytes{1, 2, 3}, payment(7), payment(1), payment(0, 1, 500'000, "other")}, GENESIS_MS);
    ASSERT_FALSE(refused());
    std::vector<u64> codes;
    for (auto [at, end] = done.equal_range(2); at != end; ++at) codes.push_back(code_of(at->second));
    const u64 not_run = static_cast<u64>(ExecutionStatus::not_run);
    EXPECT_EQ(codes, (std::vector<u64>{0, not_run, not_run, 0, not_run}));
}

TEST_F(ApplicationTest, CLU6_a_block_is_later_than_its_parent)
{
    for (u64 height = 1; height <= 2; ++height) {
        finalize(height, {}, 5);
        ask(Kind::commit, {});
        const auto held = application_->core().lock();
        EXPECT_EQ(application_->core().head().timestamp_ms, GENESIS_MS - 1 + height);
    }
}

TEST_F(ApplicationTest, CLU14_a_proposal_has_what_the_block_can_run)
{
    const std::vector<Bytes> waiting = {payment(1), Bytes{9}, payment(0), payment(5), payment(0, 2)};
    const std::vector<BytesView> views(waiting.begin(), waiting.end());
    const auto chosen = choose_transactions(application_->core(), views, 1 << 20);
    ASSERT_EQ(chosen.size(), 3u);
    EXPECT_TRUE(equal(chosen[0], waiting[2]));
    EXPECT_TRUE(equal(chosen[1], waiting[0]));
    EXPECT_TRUE(equal(chosen[2], waiting[4]));
    EXPECT_EQ(choose_transactions(application_->core(), views, waiting[2].size() + 4).size(), 1u);
    // What it chose runs.
    const Fields done = finalize(1, chosen, GENESIS_MS);
    for (auto [at, end] = done.equal_range(2); at != end; ++at) EXPECT_EQ(code_of(at->second), 0u);
}

TEST_F(ApplicationTest, CLU14_a_proposal_has_what_the_engine_did_not_hand_over)
{
    for (u64 nonce = 1; nonce < 12; ++nonce) ASSERT_EQ(application_->check(payment(nonce), false).code, 0u);
    ASSERT_EQ(application_->check(payment(0, 1), false).code, 0u);
    const Bytes queued = payment(1);
    EXPECT_EQ(choose_transactions(application_->core(), {queued}, 1 << 20),
              std::vector<Bytes>{payment(0, 1)});
    ASSERT_EQ(application_->check(payment(0), false).code, 0u);
    const auto chosen = choose_transactions(application_->core(), {queued, queued}, 1 << 20);
    ASSERT_GT(chosen.size(), 3u);
    EXPECT_EQ(std::set(chosen.begin(), chosen.end()).size(), chosen.size());
}

TEST_F(ApplicationTest, CLU30_who_was_refused_and_still_waits_is_told_to_the_others_again)
{
    ASSERT_EQ(application_->check(payment(0), false).code, 0u);
    ASSERT_EQ(application_->check(payment(1), false).code, 0u);
    finalize(1, {payment(1), payment(0)}, GENESIS_MS);
    ask(Kind::commit, {});
    EXPECT_EQ(application_->core().take_outbox(0), std::vector<Bytes>{payment(1)});
    // So is one that a client sends again.
    ASSERT_TRUE(application_->core().submit(payment(1)).ok());
    EXPECT_EQ(application_->core().take_outbox(0), std::vector<Bytes>{payment(1)});
    ASSERT_TRUE(application_->core().submit(payment(0)).ok());  // it is in a block
    EXPECT_TRUE(application_->core().take_outbox(0).empty());
}

TEST_F(ApplicationTest, CLU30_a_restart_forgets_only_what_another_node_has_in_its_file)
{
    for (std::size_t from = 0; from < 2; ++from)
        ASSERT_EQ(application_->check(payment(0, from), false).code, 0u);
    ASSERT_TRUE(application_->core().submit(payment(0, 1)).ok());  // it was there already
    ASSERT_TRUE(application_->core().submit(payment(0, 2)).ok());
    EXPECT_EQ(application_->core().pool().ready_count(), 3u);
    open();
    const auto waits = [&](std::size_t from) {
        const auto held = application_->core().lock();
        return application_->core().pool().find(keccak256(payment(0, from))) != nullptr;
    };
    EXPECT_FALSE(waits(0));
    EXPECT_TRUE(waits(1));
    EXPECT_TRUE(waits(2));
    EXPECT_EQ(application_->core().take_outbox(0), (std::vector<Bytes>{payment(0, 1), payment(0, 2)}));
}

TEST_F(ApplicationTest, CLU15_a_proposal_is_judged_by_itself)
{
    const auto judge = [&](const std::vector<Bytes>& txs) {
        ProtoWriter w;
        for (const Bytes& tx : txs) w.put_message(1, tx);
        return ask(Kind::process_proposal, w.put_number(5, 1).bytes()).find(1)->second.value;
    };
    EXPECT_EQ(judge({}), 1u);
    EXPECT_EQ(judge({payment(0)}), 1u);
    EXPECT_EQ(judge({payment(77)}), 1u);  // stale: a fault of the state, not of the bytes
    EXPECT_EQ(judge({payment(0), Bytes{1}}), 2u);
    EXPECT_EQ(judge({payment(0, 0, U64_MAX)}), 2u);
    EXPECT_EQ(judge({payment(0, 0, 500'000, "other")}), 2u);
}

TEST_F(ApplicationTest, CLU15_CLU16_thousands_that_nobody_else_has_heard_of_are_judged_and_run)
{
    std::vector<Bytes> txs;
    for (u64 nonce = 0; nonce < 1'500; ++nonce) txs.push_back(payment(nonce, 0, 10'000));
    const auto judge = [&](const std::vector<Bytes>& all) {
        ProtoWriter w;
        for (const Bytes& tx : all) w.put_message(1, tx);
        return ask(Kind::process_proposal, w.put_number(5, 1).bytes()).find(1)->second.value;
    };
    for (const std::size_t bad : {0U, 63U, 700U, 1'023U, 1'024U, 1'499U}) {
        std::vector<Bytes> with_bad = txs;
        with_bad[bad].back() ^= 3;  // of the signature
        EXPECT_EQ(judge(with_bad), 2u) << bad;
    }
    EXPECT_EQ(judge(txs), 1u);
    // The block that is decided is another one: some of it was judged, some was not.
    std::vector<Bytes> decided(txs.begin(), txs.begin() + 200);
    decided[100].back() ^= 3;
    for (u64 nonce = 0; nonce < 200; ++nonce) decided.push_back(payment(nonce, 1, 10'000));
    const Fields done = finalize(1, decided, GENESIS_MS);
    ASSERT_FALSE(refused());
    std::vector<u64> codes;
    for (auto [at, end] = done.equal_range(2); at != end; ++at) codes.push_back(code_of(at->second));
    ASSERT_EQ(codes.size(), 400u);
    const u64 not_run = static_cast<u64>(ExecutionStatus::not_run);
    for (std::size_t i = 0; i < 400; ++i)
        EXPECT_EQ(codes[i], i >= 100 && i < 200 ? not_run : 0u)
            << i;  // those behind the bad one lack its nonce
}

/// A peer sends what it likes, and nobody's key is needed: this one names a field of the config in 61 bytes,
/// of which the message shows 60, up to the middle of a character.
TEST_F(ApplicationTest, CLU2_a_text_that_is_cut_in_the_middle_of_a_character_is_refused_like_any_other)
{
    const auto raw = from_hex(
        "0x"
        "8301aa0069616263692d7465737401000218310381a1783d61c3a9c3a9c3a9c3a9c3a9c3a9c3a9c3a9c3a9c3"
        "a9c3a9c3a9c3a9c3a9c3a9c3a9c3a9c3a9c3a9c3a9c3a9c3a9c3a9c3a9c3a9c3a9c3a9c3a9c3a9c3a901041a"
        "0007a1200519c35006430f424007430f4240084009405841c645a9a6123e7ea91beb049d6e846ac829e395ab"
        "2acb3f19cadc1aa2ab30482c26bdf28c70ffcaa9da158f51b97dfddbf44324f1331e3a4c0afc4338a6faa360"
        "00");
    ASSERT_TRUE(raw);
    const Application::Checked judged = application_->check(*raw, false);
    EXPECT_NE(judged.code, 0u);
    const auto log = nlohmann::json::parse(judged.log);
    EXPECT_EQ(log.at("reason"), "unknown_field");
}

TEST_F(ApplicationTest, CLU16_nonces_wait_up_to_63_above_the_next)
{
    EXPECT_EQ(application_->check(payment(63), false).code, 0u);
    EXPECT_NE(application_->check(payment(64), false).code, 0u);
    EXPECT_EQ(application_->check(payment(0), false).cycles, 500'000u);
    EXPECT_EQ(application_->check(payment(0), true).code, 0u);
    EXPECT_NE(application_->check(payment(1), true).code, 0u);  // never offered
    EXPECT_NE(application_->check(Bytes{1, 2}, false).code, 0u);
    finalize(1, {payment(0)}, GENESIS_MS);
    // Between the two the mempool asks, and must not wait for Commit.
    EXPECT_EQ(application_->check(payment(2), false).code, 0u);
    ask(Kind::commit, {});
    EXPECT_NE(application_->check(payment(0), true).code, 0u);
    EXPECT_NE(application_->check(payment(0), false).code, 0u);
    EXPECT_EQ(application_->check(payment(63), true).code, 0u);
}

TEST_F(ApplicationTest, CLU14_what_a_block_passed_over_is_told_to_the_others_again)
{
    const Bytes all = payment(0, 0, application_->core().chain().params().fees.user_lane);
    const Bytes second = payment(0, 1, application_->core().chain().params().fees.user_lane);
    ASSERT_EQ(application_->check(all, false).code, 0u);
    ASSERT_EQ(application_->check(second, false).code, 0u);
    EXPECT_TRUE(application_->core().take_outbox(0).empty());  // the engine brought them
    const Fields done = finalize(1, {all, second}, GENESIS_MS);
    std::vector<u64> codes;  // before the next answer, which takes the place of these bytes
    for (auto [at, end] = done.equal_range(2); at != end; ++at) codes.push_back(code_of(at->second));
    ask(Kind::commit, {});
    if (codes[1] != 0) {
        EXPECT_EQ(application_->core().take_outbox(0), std::vector<Bytes>{second});
    }
    const auto submitted = application_->core().submit(payment(0, 2));
    ASSERT_TRUE(submitted.ok());
    EXPECT_EQ(application_->core().take_outbox(0), std::vector<Bytes>{payment(0, 2)});
}

TEST_F(ApplicationTest, CLU23_goes_back_as_far_as_the_state_keeps_versions)
{
    std::vector<Bytes> roots;
    for (u64 height = 1; height <= 5; ++height) {
        finalize(height, {payment(height - 1)}, GENESIS_MS + height);
        ask(Kind::commit, {});
        roots.push_back(last_app_hash());
    }
    ASSERT_FALSE(application_->core().undo_above(2).has_value());
    EXPECT_EQ(last_app_hash(), roots[1]);
    open();
    EXPECT_EQ(last_app_hash(), roots[1]);
    for (u64 height = 3; height <= 5; ++height) {
        finalize(height, {payment(height - 1)}, GENESIS_MS + height);
        ask(Kind::commit, {});
        EXPECT_EQ(last_app_hash(), roots[height - 1]);
    }
}

TEST_F(ApplicationTest, CLU18_a_query_gives_a_proof_at_the_last_height)
{
    finalize(1, {}, GENESIS_MS);
    ask(Kind::commit, {});
    ProtoWriter w;
    w.put_text(1, R"({"height": 9})").put_text(2, "proof").put_number(4, 1);
    const Fields fields = ask(Kind::query, w.bytes());
    EXPECT_EQ(fields.count(1), 0u);
    EXPECT_EQ(fields.find(9)->second.value, 1u);
    EXPECT_EQ(fields.count(8), 1u);
    EXPECT_TRUE(nlohmann::json::parse(text(fields.find(7)->second.bytes)).contains("claims"));
    for (const char* bad : {"{", "{}", "[]", R"({"timer": 5})"})
        EXPECT_EQ(ask(Kind::query, ProtoWriter().put_text(1, bad).put_text(2, "proof").bytes()).count(1), 1u)
            << bad;
}

/// Two homes with one genesis: one has blocks and a snapshot, the other joins.
class JoinTest : public ApplicationTest {
protected:
    JoinTest() : source_(make(from_)), joining_(make(into_))
    {
        for (u64 height = 1; height <= 4; ++height) {
            application_ = std::move(source_);
            finalize(height, {payment(height - 1)}, GENESIS_MS + height);
            ask(Kind::commit, {});
            if (height == 4) root_ = last_app_hash();
            source_ = std::move(application_);
        }
        for (int i = 0; i < 600 && snapshot_.empty(); ++i) {
            snapshot_ = latest();
            if (snapshot_.empty()) ::usleep(50'000);
        }
    }

    std::unique_ptr<Application> make(const Scratch& at) const
    {
        std::filesystem::create_directories(at.path() + "/config");
        std::ofstream(at.path() + "/config/genesis.json") << nlohmann::json{{"app_state", state_}}.dump();
        Options options;
        options.home = at.path();
        options.snapshot_every = 4;
        options.log_level = node::LogLevel::error;
        auto opened = Application::open(options);
        EXPECT_TRUE(opened.ok());
        return std::move(opened).value();
    }
    /// The `Snapshot` message of the source.
    Bytes latest()
    {
        const Bytes answer = source_->handle(ProtoWriter().put_message(12, {}).bytes());
        ProtoReader outer(answer);
        ProtoReader inner(outer.next()->bytes);
        const auto field = inner.next();
        return field ? to_bytes(field->bytes) : Bytes{};
    }
    Bytes chunk()
    {
        const Bytes request = ProtoWriter().put_number(1, 4).put_number(2, 1).take();
        const Bytes answer = source_->handle(ProtoWriter().put_message(14, request).bytes());
        ProtoReader outer(answer);
        ProtoReader inner(outer.next()->bytes);
        return to_bytes(inner.next()->bytes);
    }
    static u64 result_of(const Bytes& answer)
    {
        ProtoReader outer(answer);
        ProtoReader inner(outer.next()->bytes);
        const auto field = inner.next();
        return field && field->number == 1 ? field->value : 0;
    }
    u64 offer(BytesView root)
    {
        const Bytes body = ProtoWriter().put_message(1, snapshot_).put_bytes(2, root).take();
        return result_of(joining_->handle(ProtoWriter().put_message(13, body).bytes()));
    }
    u64 apply(BytesView bytes)
    {
        const Bytes body = ProtoWriter().put_bytes(2, bytes).put_text(3, "peer").take();
        return result_of(joining_->handle(ProtoWriter().put_message(15, body).bytes()));
    }

    Scratch from_, into_;
    std::unique_ptr<Application> source_, joining_;
    Bytes snapshot_, root_;
};

TEST_F(JoinTest, CLU21_CLU22_a_node_joins_by_a_snapshot_and_goes_on)
{
    ASSERT_FALSE(snapshot_.empty());
    ASSERT_EQ(offer(root_), 1u);
    Bytes wrong = chunk();
    wrong[wrong.size() / 2] ^= 1;
    EXPECT_EQ(apply(wrong), 3u);  // retry, and the sender is out
    EXPECT_EQ(joining_->height(), 0u);
    EXPECT_EQ(apply(chunk()), 1u);
    EXPECT_EQ(joining_->height(), 4u);
    EXPECT_TRUE(equal(view(joining_->root()), root_));
    for (int i = 0; i < 2; ++i) {
        for (std::unique_ptr<Application>* one : {&source_, &joining_}) {
            application_ = std::move(*one);
            finalize(static_cast<u64>(5 + i), {payment(static_cast<u64>(4 + i))}, GENESIS_MS + 9);
            ask(Kind::commit, {});
            *one = std::move(application_);
        }
        EXPECT_EQ(joining_->root(), source_->root());
        joining_.reset();
        joining_ = make(into_);
        EXPECT_EQ(joining_->root(), source_->root());
    }
    EXPECT_EQ(offer(root_), 3u);  // it has blocks
}

TEST_F(JoinTest, CLU22_a_snapshot_of_another_root_leaves_nothing)
{
    Bytes other = root_;
    other[0] ^= 1;
    ASSERT_EQ(offer(other), 1u);
    EXPECT_EQ(apply(chunk()), 5u);
    EXPECT_EQ(joining_->height(), 0u);
    EXPECT_FALSE(std::filesystem::exists(into_.path() + "/lariat.old"));
    ASSERT_EQ(offer(root_), 1u);  // an honest one comes next
    EXPECT_EQ(apply(chunk()), 1u);
    EXPECT_EQ(joining_->height(), 4u);
}

TEST_F(JoinTest, CLU22_what_an_interrupted_join_left_is_taken_back)
{
    joining_.reset();
    std::filesystem::rename(into_.path() + "/lariat", into_.path() + "/lariat.old");
    std::filesystem::create_directory(into_.path() + "/lariat");
    std::ofstream(into_.path() + "/lariat/genesis.json") << "{";
    joining_ = make(into_);
    EXPECT_EQ(joining_->height(), 0u);
}

TEST_F(ApplicationTest, CLU22_offers_that_cannot_be_are_refused)
{
    const Bytes hash(32, 1);
    const auto offer = [&](u64 height, u64 format, u64 chunks, std::size_t metadata) {
        ProtoWriter w;
        w.put_number(1, height).put_number(2, format).put_number(3, chunks);
        w.put_bytes(4, hash).put_bytes(5, Bytes(metadata, 1));
        return ask(Kind::offer_snapshot, ProtoWriter().put_message(1, w.bytes()).put_bytes(2, hash).bytes())
            .find(1)
            ->second.value;
    };
    EXPECT_EQ(offer(5, 1, 2, 64), 1u);
    EXPECT_EQ(offer(5, 2, 2, 64), 4u);
    EXPECT_EQ(offer(5, 1, 2, 63), 3u);
    EXPECT_EQ(offer(5, 1, 0, 0), 3u);
    EXPECT_EQ(offer(0, 1, 2, 64), 3u);
    EXPECT_EQ(offer(5, 1, 1u << 20, std::size_t{32} << 20), 3u);
    // 128 GiB, and as much again for the state: the disk must have that much.
    const bool has_room = std::filesystem::space(scratch_.path()).available >= u64{256} << 30;
    EXPECT_EQ(offer(5, 1, 16'384, std::size_t{32} * 16'384), has_room ? 1u : 3u);
}

TEST_F(ApplicationTest, CLU2_malformed_requests_are_answered)
{
    for (const char* hex : {"0x", "0x00", "0xff", "0x0a", "0xa20103ffffff", "0x420108", "0xa2060100"}) {
        const Bytes answer = application_->handle(*from_hex(hex));
        EXPECT_FALSE(answer.empty()) << hex;
    }
}

/// An actor that computes for as long as a transaction pays.
class LongBlockTest : public ApplicationTest {
protected:
    static constexpr const char* ACTOR = "0x00000000000000000000000000000000000000a1";
    static constexpr u64 CYCLES = 100'000'000;
    LongBlockTest()
        : ApplicationTest({{"fees", {{"user_lane", CYCLES}, {"cycle_capacity", 2 * CYCLES}}},
                           {"actors",
                            {{{"address", ACTOR},
                              {"python",
                               "class Busy:\n"
                               "    def run(self, payload):\n"
                               "        n = 0\n"
                               "        while True:\n"
                               "            n += 1\n"}}}}})
    {
    }
};

TEST_F(LongBlockTest, CLU3_what_others_send_is_judged_while_a_block_runs)
{
    chain::Transaction call;
    call.nonce = 0;
    call.limits = {.cycles = CYCLES, .cells = 10'000, .max_fee_per_cycle = 10, .max_fee_per_cell = 10};
    call.body = chain::CallTx{*address_from_hex(ACTOR), "run", {}};
    const Bytes raw = signed_tx(call);
    std::vector<Bytes> payments;
    for (u64 nonce = 0; nonce < 64; ++nonce) payments.push_back(payment(nonce, 1));

    std::atomic<bool> has_ended = false;
    std::thread engine([&] {
        finalize(1, {raw}, GENESIS_MS);
        has_ended = true;
    });
    std::size_t judged = 0;
    while (judged < payments.size() && !has_ended) {
        const bool is_taken = application_->check(payments[judged], false).code == 0;
        EXPECT_TRUE(is_taken);
        judged += !has_ended;
    }
    engine.join();
    EXPECT_GE(judged, 8u);  // with one lock for both it would be none, or the one that came before the block
    EXPECT_FALSE(refused());
    ask(Kind::commit, {});
    EXPECT_EQ(application_->height(), 1u);
    EXPECT_EQ(application_->check(payments[0], true).code, 0u);
}

}  // namespace
}  // namespace lariat::abci
