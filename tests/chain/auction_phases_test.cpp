// Tests of the auction's beginning and end with timers in every place, rollbacks and restarts, and of
// waiting times in it.
#include <random>

#include "support/short_form.hpp"
#include "world.hpp"

namespace lariat::chain {
namespace {

using namespace world;

const Json ACTORS = list(
    {actor(X, RICH, {{"handle_timer", Json::array()}, {"handle_message", Json::array()}}),
     actor(Y, RICH, {{"handle_timer", list({burn(500)})}}), actor(Z, "0", {{"handle_timer", Json::array()}}),
     actor(0xa4, "0",
           {{"getGasBid", list({{{"return_bid",
                                  {{"max_fee", list({9, 1, "basefee_lane_timer"})},
                                   {"max_priority", list({1, 1, "current_block_height"})}}}}})}})});

/// Timers pending, waiting, parked and dead on both sides of every change; agents, caps, tiers, a poor payer.
class PhaseHistory {
public:
    explicit PhaseHistory(u64 seed) : random_(seed) {}

    Json block(u64 height)
    {
        Json txs = Json::array();
        if (height % 9 == 0)
            txs.push_back(set_config({{"auction_activation_height", height % 2 ? 0 : height + 2}}));
        if (height % 11 == 0) txs.push_back(set_config({{"max_cycles_per_fire", 300 + random_() % 3 * 200}}));
        if (height % 13 == 0) txs.push_back(set_config({{"timers_paused", height % 2 == 0}}));
        if (height % 7 == 0)
            txs.push_back(set_config({{"tie_break", list({"spec", "fair", "outcome"})[random_() % 3]}}));
        if (height % 6 == 0)
            txs.push_back(as(X, list({{{"set_gba", random_() % 3 ? Json(at(0xa4)) : Json(nullptr)}}})));
        for (const u8 owner : {X, Y, Z}) {
            Json steps = Json::array();
            for (u64 n = random_() % 4; n > 0; --n) steps.push_back(timer(owner));
            if (random_() % 3 == 0) steps.push_back(refusable(cancel(label(owner))));
            txs.push_back(as(owner, steps));
        }
        return txs;
    }

private:
    std::string label(u8 owner) { return std::to_string(owner) + "-" + std::to_string(random_() % 6); }
    /// Refused or not, the transaction goes on in its own way.
    static Json refusable(Json step) { return step; }
    Json timer(u8 owner)
    {
        Json more = Json::object();
        if (random_() % 2) more["gas_limit"] = 200 + random_() % 6 * 50;
        if (random_() % 3 == 0) more["expires_at"] = "+" + std::to_string(1 + random_() % 8);
        if (random_() % 4 == 0) {
            more["max_fee_per_cycle"] = std::to_string(50 + random_() % 50);
            more["max_priority_fee_per_cycle"] = std::to_string(random_() % 9);
        } else if (random_() % 4 == 0) {
            more["priority_tier_hint"] = list({"economy", "fast", "urgent"})[random_() % 3];
        }
        return schedule("+" + std::to_string(1 + random_() % 4), label(owner), more);
    }
    std::mt19937_64 random_;
};

Json phases_genesis()
{
    return genesis(ACTORS, {{"lane_timer_cycles", 1500},
                            {"max_cells_per_fire", 100},
                            {"max_cycles_per_fire", 500},
                            {"max_cycles_per_fire_auction_phase", 400},
                            {"due_intake_per_block", 5},
                            {"gc_cycles_per_block", 600},
                            {"fairness_window_blocks", 5},
                            {"gba_cycles_per_call", 50},
                            {"gba_cycles_per_block", 120},
                            {"epoch_blocks", 6},
                            {"max_timers_per_actor", 30}});
}

TEST(AuctionPhases, GOV4_AUC9_TMR7_MemoryIsWhatARestartBuildsInEveryBlockAcrossTheBoundary)
{
    u64 auctions = 0, standing = 0;
    for (u64 seed = 1; seed <= 6; ++seed) {
        TestChain chain(phases_genesis());
        PhaseHistory history(seed);
        timers::Discipline last = timers::Discipline::fifo;
        for (u64 height = 1; height <= 60; ++height) {
            const BlockResult result = chain.block(history.block(height));
            ASSERT_TRUE(chain.chain().memory_equals_state()) << "seed " << seed << ", height " << height;
            auctions += result.discipline == timers::Discipline::auction;
            standing += result.discipline != last && result.live > result.due_waiting + result.dead;
            last = result.discipline;
        }
    }
    EXPECT_GT(auctions, 60u);
    EXPECT_GT(standing, 6u) << "changes of discipline with live timers";
}

TEST(AuctionPhases, BLK6_GOV4_RolledBackAcrossTheBoundaryTheSameBlocksGiveTheSameLines)
{
    const u64 seeds = support::how_much(4, 2);
    for (u64 seed = 1; seed <= seeds; ++seed) {
        PhaseHistory history(seed);
        std::vector<Json> blocks;
        for (u64 height = 1; height <= 50; ++height) blocks.push_back(history.block(height));
        std::vector<std::string> lines;
        TestChain straight(phases_genesis());
        for (const Json& b : blocks) lines.push_back(straight.line(straight.block(b)));

        TestChain chain(phases_genesis());
        std::mt19937_64 random(seed);
        u64 height = 0;
        while (height < blocks.size()) {
            const std::string line = chain.line(chain.block(blocks[height]));
            ASSERT_EQ(line, lines[height]) << "seed " << seed << ", height " << height + 1;
            ++height;
            if (random() % 5 == 0) {
                const u64 back = random() % std::min<u64>(height, 14);
                chain.rollback(back);
                height -= back;
                if (random() % 2) chain.restart();
                ASSERT_TRUE(chain.chain().memory_equals_state());
            }
        }
    }
}

TEST(AuctionPhases, GOV4_ADisciplineChangeWithABacklogIsTakenInWithinTheIntakeBudget)
{
    TestChain chain(genesis(ACTORS, {{"lane_timer_cycles", 1000},
                                     {"max_cells_per_fire", 10},
                                     {"max_cycles_per_fire", 1000},
                                     {"max_timers_per_actor", 1000},
                                     {"due_intake_per_block", 40}}));
    Json steps = Json::array();
    for (int i = 0; i < 100; ++i) steps.push_back(schedule(3, std::to_string(i), {{"gas_limit", 900}}));
    chain.block(list({as(Y, steps), set_config({{"timers_paused", true}})}));
    for (int i = 0; i < 5; ++i) chain.block();
    const BlockResult before =
        chain.block(list({set_config({{"timers_paused", false}, {"auction_activation_height", 1}})}));
    EXPECT_EQ(before.due_waiting, 100u);
    const BlockResult change = chain.block();
    EXPECT_EQ(change.discipline, timers::Discipline::auction);
    EXPECT_EQ(change.used.intake, 40u);
    EXPECT_EQ(change.due_waiting + change.fired.size(), 40u) << "what still stands is not counted as waiting";
    EXPECT_EQ(chain.timer("99")->place.where, timers::Place::Where::standing);
    EXPECT_EQ(chain.block().used.intake, 40u);
    EXPECT_EQ(chain.block().used.intake, 20u);
    EXPECT_EQ(chain.block().used.intake, 0u);
    EXPECT_TRUE(chain.chain().memory_equals_state());
}

/// Timers in all three tiers of a small calendar, a watch, a timeout, an operation; of those due one that is
/// parked by the auction's lower cap, one that expires while it waits, one whose payer has nothing.
Json of_every_kind()
{
    const auto wait = [](u64 height, const std::string& label, const Json& more = Json::object()) {
        return schedule(height, label, with({{"gas_limit", 300}}, more));
    };
    Json steps = list(
        {wait(3, "near"),
         wait(11, "next epoch"),
         wait(40, "far"),
         wait(5, "parked",
              {{"gas_limit", 450}, {"max_fee_per_cycle", "20"}, {"max_priority_fee_per_cycle", "9"}}),
         wait(6, "dies", {{"expires_at", 6}, {"max_fee_per_cycle", "1"}}),
         wait(4, "tier", {{"priority_tier_hint", "fast"}}),
         wait(4, "capped", {{"max_fee_per_cycle", "9"}, {"max_priority_fee_per_cycle", "3"}}),
         {{"watch",
           {{"target", at(X)},
            {"keys", list({list({at(Y), "k"})})},
            {"gas_limit", 300},
            {"label", "watch"}}}},
         {{"set_timeout", {{"target", at(Y)}, {"due_height", 5}, {"gas_limit", 300}, {"label", "timeout"}}}},
         schedule_at(1'011'000, "operation", {{"gas_limit", 400}})});
    for (u64 n = 0; n < 6; ++n) steps.push_back(wait(3, "waits " + std::to_string(n)));
    return steps;
}

TEST(AuctionPhases, GOV4_AUC9_BLK6_EveryKindInEveryTierCrossesTheBoundaryAndBackAndEndsOnce)
{
    // One fire a block, so that a queue stands at both changes: the auction from 5 on, no longer from 10 on.
    for (const char* discipline : {"fifo", "globalbox"}) {
        const Json config = {{"discipline", discipline},
                             {"auction_activation_height", 5},
                             {"lane_timer_cycles", 500},
                             {"min_gas_limit_per_timer", 250},
                             {"max_cells_per_fire", 100},
                             {"max_cycles_per_fire", 500},
                             {"max_cycles_per_fire_auction_phase", 400},
                             {"ring_buffer_size", 4},
                             {"epoch_blocks", 4},
                             {"epoch_queue_len", 4},
                             {"sch_cycles_per_second", 500},
                             {"sch_cycles_per_block", 500}};
        const Json write = list({{{"set", list({"k", "1"})}}});
        const auto txs_of = [&](u64 height) {
            if (height == 1)
                return list(
                    {as(X, of_every_kind()), as(Z, list({schedule(4, "poor", {{"gas_limit", 300}})}))});
            if (height == 3) return list({as(Y, write)});
            if (height == 9) return list({set_config({{"auction_activation_height", 0}})});
            return Json::array();
        };
        const Json idle = {{"handle_timer", list({burn(300)})}};
        TestChain chain(
            genesis(list({actor(X, RICH, {{"handle_timer", list({burn(250)})}}),
                          actor(Y, RICH, {{"handle_timer", list({burn(250)})}}), actor(Z, "0", idle)}),
                    config));
        std::vector<std::string> lines;
        std::map<std::string, std::string> ends;
        std::map<std::string, int> auctions;
        const auto run = [&](u64 to, bool is_replay) {
            while (chain.chain().state().height < to) {
                const u64 height = chain.chain().state().height + 1;
                const BlockResult result = chain.block(txs_of(height));
                ASSERT_TRUE(chain.chain().memory_equals_state()) << discipline << ", height " << height;
                ASSERT_EQ(result.discipline == timers::Discipline::auction, height >= 5 && height < 10);
                if (is_replay) {
                    ASSERT_EQ(chain.line(result), lines[height - 1]) << discipline << ", height " << height;
                    continue;
                }
                lines.push_back(chain.line(result));
                for (const auto& e : result.exits)
                    ASSERT_TRUE(ends.emplace(chain.label_of(e.id), std::string(name(e.kind))).second)
                        << chain.label_of(e.id) << " ends twice";
                for (const lane::Fired& f : result.fired)
                    if (f.terms) ++auctions[chain.label_of(*f.id)];
                if (height == 7) {
                    EXPECT_EQ(chain.timer("parked")->place.where, timers::Place::Where::parked);
                    EXPECT_EQ(chain.timer("far")->place.where, timers::Place::Where::pending);
                }
            }
        };
        run(45, false);
        // Back to before the first change, and to between the two: the same blocks give the same lines.
        for (const u64 back_to : {3, 7, 4, 9}) {
            chain.rollback(chain.chain().state().height - back_to);
            ASSERT_TRUE(chain.chain().memory_equals_state());
            if (back_to == 7) chain.restart();
            run(20, true);
        }
        run(45, true);

        for (const char* label :
             {"near", "next epoch", "far", "parked", "tier", "capped", "timeout", "waits 0", "waits 5"})
            EXPECT_EQ(ends[label], "fired") << discipline << ' ' << label;
        EXPECT_EQ(ends["dies"], "expired") << "it was below the lane base fee in its only block";
        EXPECT_EQ(ends["poor"], "insufficient_funds") << discipline;
        EXPECT_EQ(ends["operation"], "executed") << discipline;
        EXPECT_FALSE(ends.contains("watch")) << "a fire is no exit";
        EXPECT_EQ(chain.timer("watch")->fire_seq, 1u) << discipline;
        EXPECT_EQ(auctions.size(), 5u) << discipline << ": one fire in each of the auction's blocks";
        EXPECT_EQ(auctions.count("parked"), 0u) << "above the auction's cap";
    }
}

/// n actors whose timer schedules the next, one fire a block; blocks each waited, at most.
u64 longest_wait(const std::string& tie_break, u64 actors, u64 window, u64 blocks)
{
    Json all = Json::array();
    const Json again = list({schedule("+1", "", {{"gas_limit", 300}}), burn(60)});
    for (u8 n = 0; n < actors; ++n)
        all.push_back(actor(static_cast<u8>(0x10 + n), RICH, {{"handle_timer", again}}));
    TestChain chain(genesis(all, {{"auction_activation_height", 1},
                                  {"tie_break", tie_break},
                                  {"fairness_window_blocks", window},
                                  {"lane_timer_cycles", 560},  // one fire of 272 cycles, below the target
                                  {"min_gas_limit_per_timer", 300},
                                  {"max_cells_per_fire", 200}}));
    Json first = Json::array();
    for (u8 n = 0; n < actors; ++n) first.push_back(as(static_cast<u8>(0x10 + n), list({again[0]})));
    chain.block(first);
    std::map<Address, u64> due;
    for (u8 n = 0; n < actors; ++n) due[address(static_cast<u8>(0x10 + n))] = 2;
    u64 longest = 0;
    for (u64 height = 2; height <= blocks; ++height) {
        const BlockResult result = chain.block();
        EXPECT_EQ(result.fired.size(), 1u) << "over-subscribed: one of many fires";
        for (const lane::Fired& f : result.fired) {
            longest = std::max(longest, height - due[f.owner]);
            due[f.owner] = height + 1;
        }
    }
    for (const auto& [owner, since] : due) longest = std::max(longest, blocks - std::min(blocks, since));
    return longest;
}

// With one fire a block, a timer that waits for a whole window has an owner without recent fires: W = 2. From
// then on only owners without recent fires go before it, and each of the n - 1 others that fires has one for
// a whole window. So no timer waits longer than window + n - 1 blocks.
TEST(Starvation, R16_FAIR1_UnderFairNobodyWaitsLongerThanTheWindowAndOneTurnOfTheOthers)
{
    EXPECT_LE(longest_wait("fair", 12, 20, 10'000), 20u + 11u);
    EXPECT_LE(longest_wait("fair", 12, 5, 2'000), 5u + 11u);
}

// With priority 0 every effective priority is 0: W has no effect, the lower id goes first, and every fire
// brings a new id. One whose id is high waits as long as others keep coming.
TEST(Starvation, R16_UnderSpecTheSameTimerStarves)
{
    EXPECT_GT(longest_wait("spec", 12, 20, 2'000), 20u + 11u);
}

}  // namespace
}  // namespace lariat::chain
