// Tests of blocks that are open: tried one by one, dropped, refused.
#include "chain/open_block.hpp"

#include "random_history.hpp"
#include "reactive_history.hpp"

namespace lariat::chain::open_block_test {
namespace {

using namespace world;

constexpr u64 BLOCKS = 30;

class OpenBlocks : public testing::TestWithParam<u64> {};

TEST_P(OpenBlocks, BLK1_ABlockAfterOthersWereDroppedIsTheBlockAppliedWhole)
{
    RandomHistory random(GetParam()), others(GetParam() + 1'000);
    TestChain whole(RandomHistory::genesis_of_history()), tried(RandomHistory::genesis_of_history());
    for (u64 i = 0; i < BLOCKS; ++i) {
        const Json txs = random.block();
        // The names that it gives may be those of the history, so what it names wrongly is left out.
        const Json dropped = others.block();
        const Hash32 parent = tried.chain().root();
        const std::string expected = whole.line(whole.block(txs));
        ASSERT_EQ(expected, tried.line(tried.block_after_a_drop(txs, dropped, i % 2 == 0))) << "block " << i;
        ASSERT_NE(parent, tried.chain().root());
        ASSERT_TRUE(tried.chain().memory_equals_state());
        if (i % 7 == 3) tried.restart();
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, OpenBlocks, testing::Range<u64>(1, 9));

TEST(OpenBlock, BLK1_NothingOfABlockIsThereBeforeCommitAndOnlyOneIsOpen)
{
    TestChain chain(RandomHistory::genesis_of_history());
    scripted::Engine scripts;
    const Hash32 parent = chain.chain().root();
    const BlockHeader header{1, chain.chain().state().timestamp_ms + 1'000, {}};
    auto open = chain.chain().begin(header, scripts);
    ASSERT_TRUE(open);
    EXPECT_FALSE(chain.chain().begin(header, scripts));
    EXPECT_FALSE(open.value()->commit()) << "it has not ended";
    const auto result = open.value()->end();
    ASSERT_TRUE(result);
    EXPECT_FALSE(open.value()->end());
    EXPECT_EQ(0u, chain.chain().state().height);
    ASSERT_TRUE(open.value()->drop());
    EXPECT_EQ(parent, chain.chain().root());
    EXPECT_FALSE(open.value()->commit()) << "it was dropped";
    EXPECT_FALSE(chain.chain().begin({2, header.timestamp_ms, {}}, scripts)) << "a height is left out";
    auto again = chain.chain().begin(header, scripts);
    ASSERT_TRUE(again);
    EXPECT_EQ(result.value().state_root, again.value()->end().value().state_root);
    ASSERT_TRUE(again.value()->commit());
    EXPECT_EQ(1u, chain.chain().state().height);
}

TEST(OpenBlock, BLK1_ATransactionThatIsLeftOutLeavesNoTrace)
{
    TestChain with(RandomHistory::genesis_of_history()), without(RandomHistory::genesis_of_history());
    scripted::Engine scripts;
    const BlockHeader header{1, with.chain().state().timestamp_ms + 1'000, {}};
    auto open = with.chain().begin(header, scripts);
    Transaction tx;
    tx.from = address(0xee);  // nobody
    tx.body = TransferTx{address(X), 5};
    const auto tried = open.value()->try_transaction(tx);
    ASSERT_TRUE(tried);
    EXPECT_EQ(TxRefusal::sender_unknown, tried.value()->refusal);
    const auto result = open.value()->end();
    EXPECT_TRUE(result.value().receipts.empty());
    auto empty = without.chain().begin(header, scripts);
    EXPECT_EQ(empty.value()->end().value().state_root, result.value().state_root);
}

}  // namespace
}  // namespace lariat::chain::open_block_test
