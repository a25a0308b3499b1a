// Tests that events of the auction which make many records void cost a block little, and that what is void is
// deleted in portions until nothing of it is left (BLK-8).
#include "world.hpp"

namespace lariat::chain {
namespace {

using namespace world;

const Json IDLE = {{"handle_timer", Json::array()}};

Json set_gba(const Json& agent)
{
    return {{"set_gba", agent}};
}
/// An agent whose answer is below any lane base fee.
Json low_agent(u8 number)
{
    return actor(number, "0",
                 {{"getGasBid", list({{{"return_bid", {{"max_fee", "0"}, {"max_priority", "0"}}}}})}});
}
u64 steps_of(TestChain& chain)
{
    return chain.chain().auction().agents().steps() + chain.chain().auction().order().steps();
}
u64 keys_of(const TestChain& chain, u8 table, std::size_t size)
{
    u64 n = 0;
    chain.store().for_each([&](BytesView key, BytesView) { n += key[0] == table && key.size() == size; });
    return n;
}
std::map<Bytes, Bytes> pairs_of(const TestChain& chain, u8 table)
{
    std::map<Bytes, Bytes> out;
    chain.store().for_each([&](BytesView key, BytesView value) {
        if (key[0] == table) out.emplace(to_bytes(key), to_bytes(value));
    });
    return out;
}

TEST(AuctionBounds, GBA5_BLK8_AnotherAgentMakesAThousandAnswersVoidInAFewSteps)
{
    constexpr u64 TIMERS = 1'000;
    TestChain chain(genesis(
        list({actor(X, RICH, IDLE), low_agent(Y), low_agent(Z)}),
        {{"auction_activation_height", 1}, {"gba_cycles_per_call", 50}, {"gba_cycles_per_block", 200'000}},
        {{"cell_capacity", 2'000'000}}));
    Json steps = list({set_gba(at(Z))});
    steps.push_back({{"repeat", list({TIMERS, list({schedule(2, "", {{"gas_limit", 200}})})})}});
    const auto r = chain.block(list({as(X, steps, {{"cycles_limit", 400'000}, {"cells_limit", 200'000}})}));
    ASSERT_EQ(TestChain::receipts(r), "ok");
    // All are asked in this block. From the next one on one timer is, and one is looked at.
    chain.block(list({set_config({{"gba_cycles_per_block", 50}, {"max_looks_per_block", 1}})}));
    EXPECT_EQ(keys_of(chain, 'q', 33), TIMERS);
    chain.block();
    const auto steps_of_block = [&](const Json& txs) {
        const u64 before = steps_of(chain);
        const BlockResult result = chain.block(txs);
        EXPECT_TRUE(chain.chain().memory_equals_state());
        return std::pair(steps_of(chain) - before, result.fired.size());
    };
    const auto [idle, none] = steps_of_block(Json::array());
    EXPECT_EQ(none, 0u) << "all answers are below the lane base fee";
    const auto answers = pairs_of(chain, 'q');
    const auto [renaming, fires] = steps_of_block(list({as(X, list({set_gba(at(Y))}))}));
    EXPECT_LE(renaming, idle + 100);
    EXPECT_EQ(fires, 1u) << "the timers bid the default";
    u64 changed = 0;
    for (const auto& [key, value] : pairs_of(chain, 'q')) changed += answers.at(key) != value;
    EXPECT_EQ(changed, 1u) << "of the timer that Y was asked about";
}

TEST(AuctionBounds, GBA5_TMR7_TimersWhoseAnswersAreVoidBidTheDefaultAfterARestartToo)
{
    for (const bool restarts : {false, true}) {
        TestChain chain(
            genesis(list({actor(X, RICH, IDLE), low_agent(Z)}), {{"auction_activation_height", 1}}));
        chain.block(list({as(X, list({set_gba(at(Z)), schedule(2, "a"), schedule(2, "b")}))}));
        EXPECT_EQ(chain.block(list({set_config({{"max_looks_per_block", 1}})})).fired.size(), 0u);
        EXPECT_EQ(chain.block(list({as(X, list({set_gba(nullptr)}))})).fired.size(), 1u);
        if (restarts) chain.restart();
        EXPECT_EQ(chain.block().fired.size(), 1u) << "the old answer does not come back";
        EXPECT_EQ(chain.block().live, 0u);
    }
}

TEST(AuctionBounds, FAIR6_BLK8_TheEndOfAnEpochWritesOneKeyAndOutcomesAreDeletedInPortions)
{
    constexpr u8 OWNERS = 60;
    Json actors = Json::array(), txs = Json::array();
    for (u8 n = 1; n <= OWNERS; ++n) {
        actors.push_back(actor(n, RICH, IDLE));
        txs.push_back(as(n, list({schedule(n % 3 + 2, "")})));
    }
    TestChain chain(
        genesis(actors, {{"auction_activation_height", 1}, {"tie_break", "outcome"}, {"epoch_blocks", 8}}));
    chain.block(txs);
    chain.blocks_to(7);
    const auto before = pairs_of(chain, 'O');
    EXPECT_EQ(before.size(), OWNERS);
    chain.block();
    auto after = pairs_of(chain, 'O');
    EXPECT_EQ(std::erase_if(after, [](const auto& pair) { return pair.first.size() == 9; }), 1u);
    EXPECT_EQ(after, before);
    for (u64 epoch = 2; epoch <= 65; ++epoch) {
        chain.blocks_to(8 * epoch - 1);
        ASSERT_TRUE(chain.chain().memory_equals_state());
    }
    EXPECT_EQ(keys_of(chain, 'O', 21), OWNERS);
    u64 most = 0;
    for (u64 left = OWNERS, n = 0; n < 6; ++n, left = keys_of(chain, 'O', 21)) {
        chain.block();
        most = std::max(most, left - keys_of(chain, 'O', 21));
        ASSERT_TRUE(chain.chain().memory_equals_state());
    }
    EXPECT_EQ(pairs_of(chain, 'O').size(), 0u);
    EXPECT_EQ(most, 16u);
}

TEST(AuctionBounds, FAIR1_AUC9_BLK8_TheWindowOfAnAuctionThatHasEndedIsDeletedInPortions)
{
    const Json beat = {{"handle_timer", list({schedule("+1", "")})}};
    TestChain chain(genesis(list({actor(X, RICH, beat)}), {{"auction_activation_height", 1}}));
    chain.block(list({as(X, list({schedule("+1", "")}))}));
    chain.blocks_to(20);
    EXPECT_EQ(keys_of(chain, 'w', 9), 19u);
    chain.block(list({set_config({{"auction_activation_height", 0}})}));
    EXPECT_EQ(keys_of(chain, 'w', 9), 20u);
    chain.block();
    EXPECT_EQ(keys_of(chain, 'w', 9), 18u);
    chain.block(list({set_config({{"auction_activation_height", 1}})}));
    EXPECT_EQ(keys_of(chain, 'w', 9), 16u);
    chain.block();
    EXPECT_EQ(chain.chain().fairness(address(X)).recent, 1u) << "of the new auction";
    EXPECT_EQ(keys_of(chain, 'w', 9), 15u);
    for (u64 n = 0; n < 8; ++n) {
        ASSERT_TRUE(chain.chain().memory_equals_state());
        chain.block();
    }
    EXPECT_EQ(keys_of(chain, 'w', 9), 9u);
    EXPECT_EQ(chain.chain().fairness(address(X)).recent, 9u);
    chain.rollback(5);
    EXPECT_TRUE(chain.chain().memory_equals_state());
    chain.restart();
    EXPECT_TRUE(chain.chain().memory_equals_state());
    EXPECT_EQ(chain.chain().fairness(address(X)).recent, 4u);
}

}  // namespace
}  // namespace lariat::chain
