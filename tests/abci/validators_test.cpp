// Validators, their payees and the version of the rules, as the engine is told of them (CLU-7, CLU-17,
// CLU-19).
#include "chain/validators.hpp"

#include <chrono>
#include <thread>
#include "abci/application_fixture.hpp"

namespace lariat::abci {
namespace {

Hash32 key(u8 n)
{
    Hash32 out;
    out.bytes.fill(n);
    return out;
}

/// Two validators: the first with the power 10 and a payee, the second with the power 5.
class ValidatorsTest : public ApplicationTest {
protected:
    ValidatorsTest()
        : ApplicationTest({{"system_deployers", {who(0)}},
                           {"validators",
                            {{{"pub_key", to_hex(key(1))}, {"power", 10}, {"payee", who(8)}},
                             {{"pub_key", to_hex(key(2))}, {"power", 5}}}}})
    {
    }
    static Bytes update(const Hash32& of, u64 power)
    {
        return ProtoWriter()
            .put_message(1, ProtoWriter().put_bytes(1, view(of)).bytes())
            .put_number(2, power)
            .take();
    }
    static Bytes instruction(u64 nonce, decltype(chain::Transaction::body) body, std::size_t from = 0)
    {
        chain::Transaction tx;
        tx.nonce = nonce;
        tx.limits = {
            .cycles = 1'000, .cells = 10, .max_fee_per_cycle = 1'000'000, .max_fee_per_cell = 1'000'000};
        tx.body = std::move(body);
        return signed_tx(std::move(tx), from);
    }
    static Bytes set(u64 nonce, u8 n, u64 power)
    {
        return instruction(nonce, chain::SetValidatorTx{{key(n), power, {}}});
    }
    /// Runs and keeps a block; the fields of the answer of FinalizeBlock, which live in `finalized_`.
    Fields block(const std::vector<Bytes>& txs, const Bytes& proposer = Bytes(20, 7),
                 const std::vector<Address>& equivocators = {})
    {
        ++height_;
        Fields done = finalize(height_, txs, GENESIS_MS + height_ * 1'000, proposer, equivocators);
        EXPECT_FALSE(refused());
        finalized_ = std::move(answer_);
        ask(Kind::commit, {});
        EXPECT_FALSE(refused());
        return done;
    }
    /// The validators that an answer of FinalizeBlock updates, as `update` encodes them.
    static std::vector<Bytes> updates(const Fields& fields)
    {
        std::vector<Bytes> out;
        for (auto [at, end] = fields.equal_range(3); at != end; ++at)
            out.push_back(to_bytes(at->second.bytes));
        return out;
    }
    static std::vector<u64> codes(const Fields& fields)
    {
        std::vector<u64> out;
        for (auto [at, end] = fields.equal_range(2); at != end; ++at) out.push_back(code_of(at->second));
        return out;
    }
    u64 balance(const Address& of)
    {
        const auto held = application_->core().lock();
        const auto account = application_->core().chain().account(of);
        return account ? static_cast<u64>(account->balance) : 0;
    }
    std::optional<u64> shown_version()
    {
        const Fields info = ask(Kind::info, {});
        const auto at = info.find(3);
        return at == info.end() ? std::nullopt : std::optional(at->second.value);
    }

    u64 height_ = 0;
    Bytes finalized_;
};

constexpr u64 OK = 0, REVERT = 1;

TEST_F(ValidatorsTest, CLU17_the_engines_genesis_has_the_validators_of_app_state)
{
    init_chain(GENESIS_MS, 1, {update(key(1), 10)});
    EXPECT_TRUE(refused());
    init_chain(GENESIS_MS, 1, {update(key(1), 10), update(key(2), 6)});
    EXPECT_TRUE(refused());
    init_chain(GENESIS_MS, 1, {update(key(2), 5), update(key(1), 10)});
    EXPECT_FALSE(refused());
}

TEST_F(ValidatorsTest, CLU17_an_instruction_gives_another_power_adds_and_removes)
{
    const Fields done = block({set(0, 1, 7), set(1, 3, 4), set(2, 2, 0)});
    EXPECT_EQ(codes(done), (std::vector<u64>{OK, OK, OK}));
    EXPECT_EQ(updates(done), (std::vector<Bytes>{update(key(1), 7), update(key(3), 4), update(key(2), 0)}));
    EXPECT_TRUE(updates(block({})).empty());
}

TEST_F(ValidatorsTest, CLU17_what_would_halt_the_engine_is_refused)
{
    // Twice in a block, an unknown one removed, the last one removed, a sum above 2^60 - 1, a stranger.
    const Fields done =
        block({set(0, 1, 7), set(1, 1, 8), set(2, 9, 0), set(3, 2, 0), set(4, 3, chain::POWER_MAX),
               instruction(0, chain::SetValidatorTx{{key(4), 1, {}}}, 1)});
    EXPECT_EQ(codes(done), (std::vector<u64>{OK, REVERT, REVERT, OK, REVERT, REVERT}));
    EXPECT_EQ(updates(done), (std::vector<Bytes>{update(key(1), 7), update(key(2), 0)}));
    EXPECT_EQ(codes(block({set(5, 1, 0)})), (std::vector<u64>{REVERT}));
    // The engine adds before it removes: what a block removes still counts against the sum of that block.
    EXPECT_EQ(codes(block({set(6, 3, chain::POWER_MAX - 7), set(7, 1, 0), set(8, 4, 1)})),
              (std::vector<u64>{OK, OK, REVERT}));
    EXPECT_EQ(codes(block({set(9, 4, 1)})), (std::vector<u64>{OK}));
}

TEST_F(ValidatorsTest, CLU17_who_signs_twice_is_removed_but_never_the_last)
{
    block({});
    const std::string state = home() + "/lariat/state", before = home() + "/before";
    application_.reset();
    std::filesystem::copy(state, before, std::filesystem::copy_options::recursive);
    open();
    const Address first = chain::address_of(key(1)), second = chain::address_of(key(2));
    const Fields done = block({set(0, 1, 9)}, Bytes(20, 7), {first, Address{}, first});
    EXPECT_EQ(updates(done), (std::vector<Bytes>{update(key(1), 0)}));
    EXPECT_EQ(codes(done), (std::vector<u64>{REVERT}));  // one change of a key in a block
    EXPECT_TRUE(updates(block({}, Bytes(20, 7), {second})).empty());
    // The misbehaviour stands in the block log: on an earlier state the same blocks give the same root.
    const Hash32 root = application_->root();
    application_.reset();
    std::filesystem::remove_all(state);
    std::filesystem::rename(before, state);
    open();
    EXPECT_EQ(application_->root(), root);
}

TEST_F(ValidatorsTest, CLU7_tips_go_to_the_payee_of_the_proposer)
{
    const Address payee = *node::address_of(node::dev_keys()[8]), second = chain::address_of(key(2));
    const Bytes first_address = to_bytes(view(chain::address_of(key(1))));
    block({payment(0, 1, 5'000, "abci-test", 3)}, first_address);
    EXPECT_EQ(balance(payee), 3 * 5'000u);
    block({payment(1, 1, 5'000, "abci-test", 3)}, to_bytes(view(second)));
    EXPECT_EQ(balance(second), 3 * 5'000u);
    const Address other = *node::address_of(node::dev_keys()[7]);
    block({instruction(0, chain::SetValidatorTx{{key(1), 10, other}})}, first_address);
    EXPECT_EQ(balance(other), 0u);  // from the next block on
    block({payment(2, 1, 5'000, "abci-test", 3)}, first_address);
    EXPECT_EQ(balance(other), 3 * 5'000u);
}

TEST_F(ValidatorsTest, CLU19_a_version_comes_into_force_at_its_height)
{
    open({1, 2});
    EXPECT_EQ(shown_version(), 1u);
    const auto plan = [&](u64 nonce, u64 height, u64 version) {
        return instruction(nonce, chain::PlanVersionTx{height, version});
    };
    const auto version_told = [&](const Fields& fields) -> u64 {
        const auto params = fields.find(4);
        if (params == fields.end()) return 0;
        ProtoReader outer(params->second.bytes);
        const auto version = outer.next();
        ProtoReader inner(version->bytes);
        return version->number == 4 ? inner.next()->value : 0;
    };
    const Fields planned = block({plan(0, 2, 2), plan(1, 3, 1), plan(2, 4, 2)});
    EXPECT_EQ(codes(planned), (std::vector<u64>{REVERT, REVERT, OK}));  // too early, not above
    EXPECT_EQ(version_told(planned), 0u);
    EXPECT_EQ(version_told(block({})), 0u);
    EXPECT_EQ(version_told(block({})), 2u);  // with block 3: the header of block 4 has it
    EXPECT_EQ(shown_version(), 2u);
    EXPECT_EQ(version_told(block({})), 0u);
    EXPECT_EQ(shown_version(), 2u);
}

TEST_F(ValidatorsTest, CLU19_a_program_of_other_rules_runs_no_block_of_them)
{
    open({1, 2});
    block({instruction(0, chain::PlanVersionTx{3, 2})});
    block({});
    const auto refusal_of = [&](node::RulesRange rules) {
        application_.reset();
        Options options;
        options.home = home();
        options.rules = rules;
        options.log_level = node::LogLevel::error;
        const auto opened = Application::open(options);
        return opened.ok() ? std::string() : opened.error().message;
    };
    EXPECT_NE(refusal_of({1, 1}).find("install a newer lariat"), std::string::npos);
    EXPECT_NE(refusal_of({3, 3}).find("run an older lariat"), std::string::npos);
    open({2, 2});
    block({});
    EXPECT_EQ(height_, 3u);
}

using ValidatorsDeathTest = ValidatorsTest;

TEST_F(ValidatorsDeathTest, CLU19_a_program_without_the_version_ends_before_its_height)
{
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    last_words_ms_ = 600'000;  // this process has some to live after it learns of the version
    open();
    block({instruction(0, chain::PlanVersionTx{3, 2})});
    block({});
    // It votes for no such block, and runs none that others have decided.
    EXPECT_EXIT(ask(Kind::process_proposal, {}), testing::ExitedWithCode(node::WRONG_SETTING),
                "rules of version 2");
    EXPECT_EXIT(finalize(3, {}, GENESIS_MS + 3'000), testing::ExitedWithCode(node::WRONG_SETTING),
                "rules of version 2");
}

TEST_F(ValidatorsDeathTest, CLU19_a_program_without_the_version_ends_though_nobody_proposes_a_block)
{
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    last_words_ms_ = 100;
    open();
    block({instruction(0, chain::PlanVersionTx{3, 2})});
    std::this_thread::sleep_for(std::chrono::milliseconds(300));  // the coming block has rules that it knows
    EXPECT_EXIT((block({}), std::this_thread::sleep_for(std::chrono::seconds(20))),
                testing::ExitedWithCode(node::WRONG_SETTING), "rules of version 2");
}

TEST_F(ApplicationTest, CLU17_a_chain_without_validators_has_no_such_kind)
{
    chain::Transaction tx;
    tx.nonce = 0;
    tx.body = chain::SetValidatorTx{{key(1), 1, {}}};
    const Fields done = finalize(1, {signed_tx(tx)}, GENESIS_MS);
    ASSERT_EQ(done.count(2), 1u);
    EXPECT_NE(code_of(done.find(2)->second), 0u);
    EXPECT_EQ(done.count(3), 0u);
}

}  // namespace
}  // namespace lariat::abci
