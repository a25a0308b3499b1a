// Tests of storms in small (BLK-8, LANE-3, CAL-9): a block's work follows its budgets, not the backlog, and
// live timers do not wait behind dead ones.
#include "state_scan.hpp"

namespace lariat::chain {
namespace {

using namespace world;

constexpr u64 STORM = 20'000;

/// A world with room for a storm: 20,000 timers in a block or two.
Json stormy(const Json& config)
{
    const Json base = {{"max_timers_per_actor", 100'000}};
    return genesis(
        list({actor(X, "1000000000000", {{"ok", Json::array()}}),
              actor(Y, "1000000000000", {{"ok", Json::array()}})}),
        with(base, config),
        {{"cell_capacity", 1'000'000'000}, {"cycle_capacity", 1'000'000'000}, {"user_lane", 1'000'000'000}});
}

Json many(u8 actor, u64 n, const Json& height, const Json& more)
{
    return as(actor, list({{{"repeat", list({n, list({schedule(height, "", more)})})}}}),
              {{"cycles_limit", 300'000'000}, {"cells_limit", 500'000'000}});
}

TEST(Budgets, LANE3_BLK8_ALiveTimerFiresInItsBlockBehindAStormOfExpiredOnes)
{
    TestChain chain(stormy({{"gc_cycles_per_block", 20'000}, {"due_intake_per_block", 30'000}}));
    // All come due at 4, when every one but the last has expired.
    chain.block(list({many(X, STORM, 4, {{"expires_at", 3}, {"handler", "ok"}}),
                      as(Y, list({schedule(4, "alive", {{"handler", "ok"}})}))}));
    chain.blocks_to(3);
    BlockResult r = chain.block();
    EXPECT_EQ(chain.fires(r), "alive ok");
    EXPECT_EQ(r.used.gc, 20'000u) << "a hundred removals";
    EXPECT_EQ(r.used.looks, 1u);
    EXPECT_EQ(r.used.intake, STORM + 1);
    EXPECT_EQ(r.used.lane, 10u) << "the dead take nothing of the lane";
    EXPECT_EQ(r.dead, STORM - 100);
    r = chain.block();
    EXPECT_EQ(r.used.looks, 0u);
    EXPECT_EQ(r.dead, STORM - 200);
    EXPECT_EQ(r.used.gc, 20'000u);
    EXPECT_TRUE(chain.chain().memory_equals_state());
}

TEST(Budgets, LANE3_BLK8_ALiveTimerFiresInItsBlockBehindThoseThatExpiredWhileWaiting)
{
    // Too much gas for what a loop leaves of the lane: they wait from 2 on and expire at 3.
    TestChain chain(stormy({{"gc_cycles_per_block", 20'000}, {"timers_paused", true}}));
    chain.block(list({many(X, STORM, 2, {{"expires_at", 3}, {"handler", "ok"}}),
                      as(Y, list({schedule(5, "alive", {{"handler", "ok"}})}))}));
    chain.blocks_to(3);
    chain.block(list({set_config({{"timers_paused", false}})}));  // block 4, still paused
    EXPECT_EQ(chain.chain().memory_equals_state(), true);
    const BlockResult r = chain.block();
    EXPECT_EQ(chain.fires(r), "alive ok");
    EXPECT_EQ(r.used.looks, 1u) << "the expired are not looked at";
    EXPECT_EQ(r.used.gc, 20'000u);
    EXPECT_EQ(r.dead, STORM - 100);
    EXPECT_EQ(r.due_waiting, 0u);
}

TEST(Budgets, LANE3_ThePoorAreLookedAtOnceAndTheRestOfTheLooksGoOnNextBlock)
{
    TestChain chain(stormy({{"gc_cycles_per_block", 20'000}, {"max_looks_per_block", 7'000}}));
    chain.block(list({many(X, STORM, 2, {{"handler", "ok"}}),
                      as(Y, list({schedule(2, "alive", {{"handler", "ok"}})})),
                      as(X, list({pay(BOB, "999999000000"), pay(BOB, "999999")}))}));
    EXPECT_EQ(chain.balance(X), u128{1});
    u64 looks = 0, blocks = 0;
    for (bool fired = false; !fired && blocks < 5; ++blocks) {
        const BlockResult r = chain.block();
        EXPECT_LE(r.used.looks, 7'000u);
        looks += r.used.looks;
        fired = !r.fired.empty();
    }
    EXPECT_EQ(blocks, 3u);
    EXPECT_EQ(looks, STORM + 1);
}

TEST(Budgets, CAL9_AStormOfOneHeightIsTakenInByThousandsAndInOrder)
{
    TestChain chain(stormy({{"due_intake_per_block", 1'000}, {"max_looks_per_block", 400}}));
    chain.block(list({as(Y, list({schedule(2, "first", {{"handler", "ok"}})})),
                      many(X, STORM, 2, {{"handler", "ok"}, {"gas_limit", 1'000}}),
                      as(Y, list({schedule(2, "last", {{"handler", "ok"}}),
                                  schedule(3, "later", {{"handler", "ok"}})}))}));
    BlockResult r = chain.block();
    EXPECT_EQ(r.used.intake, 1'000u);
    EXPECT_EQ(r.used.looks, 400u);
    EXPECT_EQ(r.fired.size(), 400u);
    EXPECT_EQ(chain.label_of(*r.fired[0].id), "first");
    EXPECT_EQ(r.due_waiting, 600u);
    EXPECT_EQ(r.live, STORM + 3 - 400);
    for (int i = 0; i < 18; ++i) EXPECT_EQ(chain.block().used.intake, 1'000u);
    EXPECT_FALSE(chain.chain().timers_at(2).empty());
    r = chain.block();
    EXPECT_EQ(r.used.intake, 1'000u);
    EXPECT_EQ(chain.chain().timers_at(2).size(), 2u)
        << "the first and nineteen thousand nine hundred and ninety-nine are in";
    r = chain.block();
    EXPECT_EQ(r.used.intake, 3u) << "the last of the storm, then the next height";
    EXPECT_TRUE(chain.chain().memory_equals_state());
}

TEST(Budgets, GOV5_CAL6_BLK8_AfterAnOutageOf100000BlocksTheBacklogGoesInOrderAndEachBlockKeepsToItsBudgets)
{
    constexpr u64 OUTAGE = 100'000, TIMERS = 500, SPACING = 199;
    TestChain chain(stormy({{"timers_paused", true},
                            {"maintenance_moves_per_block", 1},
                            {"due_intake_per_block", 7},
                            {"max_looks_per_block", 20},
                            {"gc_cycles_per_block", 400}}));
    Json steps = Json::array();
    std::string expected;
    for (u64 i = 0; i < TIMERS; ++i) {
        const u64 height = 10 + i * SPACING;
        const bool outlives = i % 3 != 0;
        steps.push_back(schedule(height, "n" + std::to_string(i),
                                 {{"handler", "ok"}, {"expires_at", outlives ? 2 * OUTAGE : height + 50}}));
        if (outlives) expected += "n" + std::to_string(i) + " ";
    }
    ASSERT_EQ(TestChain::receipts(chain.block(
                  list({as(X, steps, {{"cycles_limit", 300'000'000}, {"cells_limit", 500'000'000}})}))),
              "ok");
    u64 moves = 0, intake = 0;
    const auto keeps_to_its_budgets = [&](const BlockResult& r) {
        moves += r.used.moves;
        intake += r.used.intake;
        return r.used.moves <= 1 && r.used.intake <= 14 && r.used.looks <= 20 && r.used.gc <= 2 * 400;
    };
    while (chain.chain().state().height + 1 < OUTAGE) {
        const BlockResult r = chain.block();
        ASSERT_TRUE(keeps_to_its_budgets(r) && r.used.looks == 0 && r.used.gc == 0) << "at " << r.height;
    }
    EXPECT_EQ(intake, TIMERS);
    EXPECT_GT(moves, TIMERS / 2) << "the calendar went on, a height at a time";
    chain.block(list({set_config({{"timers_paused", false}})}));
    std::string fired;
    u64 blocks = 0;
    for (BlockResult r; blocks == 0 || r.live > 0; ++blocks) {
        ASSERT_LT(blocks, TIMERS);
        r = chain.block();
        ASSERT_TRUE(keeps_to_its_budgets(r)) << "at " << r.height;
        for (const auto& fire : r.fired) fired += chain.label_of(*fire.id) + " ";
    }
    EXPECT_EQ(fired, expected);
    EXPECT_TRUE(chain.chain().memory_equals_state());
}

TEST(Budgets, TMR4_CAL8_CancellingAStormLeavesNothing)
{
    TestChain chain(stormy(Json::object()));
    chain.block(list({many(X, 5'000, "+9", {{"handler", "ok"}})}));
    const std::vector<timers::TimerId> ids = chain.chain().timers_of(address(X));
    ASSERT_EQ(ids.size(), 5'000u);
    Json steps = Json::array();
    for (const timers::TimerId& id : ids) steps.push_back(cancel(to_hex(id)));
    const BlockResult r = chain.block(list({as(X, steps, {{"cycles_limit", 300'000'000}})}));
    ASSERT_EQ(TestChain::receipts(r), "ok");
    EXPECT_EQ(r.live, 0u);
    const StateScan left = scan(chain.store());
    EXPECT_TRUE(left.records.empty());
    EXPECT_TRUE(left.height_lists.empty());
    ASSERT_EQ(left.owner_lists.size(), 1u);
    EXPECT_EQ(chain.store().get(left.owner_lists[0])->size(), timers::OWNER_FIELDS_BYTES + 1)
        << "its nonce stays";
}

}  // namespace
}  // namespace lariat::chain
