// The root over a block's results: it follows from the rows, it is in the state, and rows are proved under
// it.
#include "chain/claims.hpp"
#include "chain/result_leaves.hpp"
#include "chain/state_keys.hpp"
#include "world.hpp"

namespace lariat::chain {

namespace {

using namespace world;

/// A chain whose second block has `count` receipts, of which every third fails, and as many fires.
struct Busy {
    explicit Busy(int count)
        : chain(genesis(
              list({actor(X, RICH, {{"handle_timer", list({{{"if_nth", list({2, list({fail()})})}}})}})})))
    {
        Json first = Json::array(), second = Json::array();
        for (int i = 0; i < count; ++i) {
            first.push_back(schedule(2, "", {{"payload", std::to_string(i)}}));
            second.push_back(as(X, i % 3 == 2 ? list({fail()}) : list({burn(7)}), {{"cycles_limit", 100}}));
        }
        chain.block(list({as(X, first)}));
        last = chain.block(second);
    }
    TestChain chain;
    BlockResult last;
};

Inclusion inclusion_of(const BlockResult& result, const Subject& subject)
{
    const auto place = row_place(subject);
    return prove_row(rows_of(result), place->list, place->place);
}

bool holds(const Busy& busy, const Subject& subject, const Inclusion& inclusion)
{
    return verify_claims(subject, claims_of(subject, busy.chain.store()), busy.last.state_root, inclusion)
        .ok();
}

}  // namespace

TEST(ResultsRoot, TMR8_EveryReceiptAndFireIsProvedAndThatThereIsNoOtherWhateverTheCount)
{
    for (const int count : {0, 1, 2, 3, 4, 5, 7, 8, 9, 16, 17}) {
        const Busy busy(count);
        const u64 size = static_cast<u64>(count);
        ASSERT_EQ(busy.last.receipts.size(), size);
        ASSERT_EQ(busy.last.fired.size(), size);
        const Hash32 root = busy.last.state_root;
        for (u64 i = 0; i < size + 3; ++i) {
            const Subject receipt = ReceiptSubject{i}, fire = FireSubject{i};
            const auto proved_receipt = verify_claims(receipt, claims_of(receipt, busy.chain.store()), root,
                                                      inclusion_of(busy.last, receipt));
            ASSERT_TRUE(proved_receipt) << proved_receipt.error();
            const auto& r = std::get<ProvedReceipt>(proved_receipt.value());
            EXPECT_EQ(r.height, 2u);
            EXPECT_EQ(r.count, size);
            ASSERT_EQ(r.row.has_value(), i < size);
            const auto proved_fire =
                verify_claims(fire, claims_of(fire, busy.chain.store()), root, inclusion_of(busy.last, fire));
            ASSERT_TRUE(proved_fire) << proved_fire.error();
            const auto& f = std::get<ProvedFire>(proved_fire.value());
            ASSERT_EQ(f.row.has_value(), i < size);
            if (i >= size) continue;
            EXPECT_EQ(r.row->tx, i);
            EXPECT_EQ(encode_leaf(*r.row), encode_leaf(busy.last.receipts[i]));
            EXPECT_EQ(r.row->status, i % 3 == 2 ? ExecutionStatus::revert : ExecutionStatus::ok);
            EXPECT_EQ(encode_leaf(*f.row), encode_leaf(busy.last.fired[i]));
            EXPECT_EQ(f.row->error, busy.last.fired[i].error);
        }
    }
}

TEST(ResultsRoot, TMR8_NoOtherRowPlaceListRootOrPathIsTaken)
{
    const Busy busy(7);
    const Subject subject = ReceiptSubject{3};
    const Inclusion good = inclusion_of(busy.last, subject);
    ASSERT_TRUE(holds(busy, subject, good));
    for (u64 other = 0; other < 9; ++other) {
        if (other != 3) {
            EXPECT_FALSE(holds(busy, ReceiptSubject{other}, good)) << other;
        }
        EXPECT_FALSE(holds(busy, FireSubject{other}, good)) << other;
    }
    Inclusion bad = good;
    for (std::size_t i = 0; i < good.leaf->size(); ++i) {
        bad = good;
        (*bad.leaf)[i] ^= 1;
        EXPECT_FALSE(holds(busy, subject, bad)) << "byte " << i;
    }
    for (std::size_t i = 0; i < good.path.size(); ++i) {
        bad = good;
        bad.path[i].bytes[0] ^= 1;
        EXPECT_FALSE(holds(busy, subject, bad)) << "hash " << i;
    }
    for (std::size_t i = 0; i < RESULT_LISTS; ++i) {
        bad = good;
        ++bad.digests[i].count;
        EXPECT_FALSE(holds(busy, subject, bad)) << "count of list " << i;
        bad = good;
        bad.digests[i].root.bytes[31] ^= 1;
        EXPECT_FALSE(holds(busy, subject, bad)) << "root of list " << i;
    }
    bad = good;
    bad.path.pop_back();
    EXPECT_FALSE(holds(busy, subject, bad));
    bad = good;
    bad.path.push_back({});
    EXPECT_FALSE(holds(busy, subject, bad));
    bad = good;
    bad.leaf.reset();
    EXPECT_FALSE(holds(busy, subject, bad));
    bad = inclusion_of(busy.last, ReceiptSubject{7});
    ASSERT_TRUE(holds(busy, ReceiptSubject{7}, bad));
    bad.leaf = good.leaf;
    EXPECT_FALSE(holds(busy, ReceiptSubject{7}, bad));
    EXPECT_FALSE(verify_claims(subject, claims_of(subject, busy.chain.store()), busy.last.state_root));
    const Subject timer = TimerSubject{};
    EXPECT_FALSE(verify_claims(timer, claims_of(timer, busy.chain.store()), busy.last.state_root, good));
}

TEST(ResultsRoot, BLK6_TheStateHoldsTheRootOfItsLastBlockAndARollbackTheOneBefore)
{
    Busy busy(3);
    const auto record = [&] {
        return decode_results(busy.chain.store().get(view(RESULTS_KEY)).value_or(Bytes{}));
    };
    EXPECT_EQ(record()->height, 2u);
    EXPECT_EQ(to_hex(record()->root), to_hex(results_root(digests_of(rows_of(busy.last)))));
    EXPECT_EQ(to_hex(busy.last.results_root), to_hex(record()->root));
    const BlockResult next = busy.chain.block();
    EXPECT_EQ(to_hex(record()->root), to_hex(next.results_root));
    ASSERT_TRUE(busy.chain.chain().rollback(1));
    EXPECT_EQ(record()->height, 2u);
    EXPECT_EQ(to_hex(record()->root), to_hex(busy.last.results_root));
    ASSERT_TRUE(busy.chain.chain().rollback(2));
    EXPECT_FALSE(record()) << "genesis has no results";
}

TEST(ResultsRoot, BLK2_TheLeafOfAReceiptHasAReasonExactlyIfItWasNotRun)
{
    constexpr std::size_t STATUS = 32;  // behind the hash
    const auto is_read = [](Bytes leaf, u8 status) {
        leaf[STATUS] = status;
        return decode_receipt(leaf).has_value();
    };
    for (u8 number = 0; number <= static_cast<u8>(TxRefusal::sums_full); ++number) {
        Receipt refused{.status = ExecutionStatus::not_run, .error = {}};
        refused.refusal = static_cast<TxRefusal>(number);
        const bool is_full = refused.refusal >= TxRefusal::lane_full;
        EXPECT_EQ(status_name(refused), is_full ? "block_full" : "invalid");
        const Bytes leaf = encode_leaf(refused);
        EXPECT_EQ(leaf[STATUS], is_full ? 8 : 7) << "docs/state-layout.md";
        EXPECT_EQ(decode_receipt(leaf)->status, ExecutionStatus::not_run);
        for (u8 status = 0; status < 10; ++status)
            EXPECT_EQ(is_read(leaf, status), status == leaf[STATUS]) << +number << ' ' << +status;
    }
    const Bytes ran = encode_leaf(Receipt{.status = ExecutionStatus::no_actor, .error = {}});
    for (u8 status = 0; status < 10; ++status) EXPECT_EQ(is_read(ran, status), status < 7) << +status;
}

TEST(ResultsRoot, BLK8_ATransactionThatWasNotRunHasALeafOfFixedSize)
{
    TestChain chain(genesis(list({actor(X, RICH, Json::object())})));
    const auto big = [](const Json& more) {
        return call(X, std::string(200, 'h'), with({{"nonce", 9}}, more));
    };
    Json small = big(Json::object());
    small["call"]["handler"] = "h";
    const std::string outside = "0x" + std::string(64, '5');
    const BlockResult result = chain.block(list({big(Json::object()), small, big({{"hash", outside}})}));
    for (const Receipt& receipt : result.receipts) {
        ASSERT_EQ(receipt.refusal, TxRefusal::nonce_gap);
        EXPECT_EQ(encode_leaf(receipt).size(), encode_leaf(result.receipts[0]).size());
    }
    EXPECT_EQ(to_hex(result.receipts[0].hash), to_hex(Hash32{})) << "nobody paid to hash it";
    EXPECT_EQ(to_hex(result.receipts[1].hash), to_hex(Hash32{}));
    EXPECT_EQ(to_hex(result.receipts[2].hash), outside);
}

TEST(ResultsRoot, DET2_RootAndHashOfAReceiptArePinned)
{
    const Busy busy(3);
    EXPECT_EQ(to_hex(receipt_hash(busy.last.receipts[0])),
              "0x239e9699b0ab1c303a45543555f2479afe1d67ad86daec038ebc234a77efe5bd");
    EXPECT_EQ(to_hex(busy.last.results_root),
              "0xef0723c797b7a353c7898aebf653bee43ca338b5af26481fa7b07f26e83238e0");
}

}  // namespace lariat::chain
