// Random histories of watches, timeouts, nonces, bids and budgets under disciplines that change: what is in
// memory always equals what a restart builds, and a branch that was rolled back leaves nothing (TMR-7,
// BLK-6).
#include "reactive_history.hpp"

namespace lariat::chain {
namespace {

using namespace world;
using Histories = ReactiveHistory;

TEST(ReactiveHistory, TMR7_BLK6_GBX10_MemoryIsWhatTheStateSaysAndRollbackForgetsABranch)
{
    for (u64 seed = 1; seed <= 12; ++seed) {
        Histories random(seed);
        const auto handler = [&] { return Json{{"handle_timer", random.some_steps(3)}}; };
        const Json world = genesis(
            list({actor(X, RICH, handler()), actor(Y, "3000000", handler()), actor(Z, RICH, handler())}),
            {{"discipline", seed % 2 ? "globalbox" : "fifo"},
             {"max_fires_per_block", 2},
             {"lane_timer_cycles", 2000},
             {"max_cells_per_fire", 2000},
             {"max_matched_keys", 2},
             {"max_timers_per_actor", 12},
             {"max_timers_per_target", 6}});
        TestChain chain(world);
        std::vector<Json> blocks;
        std::vector<std::string> lines;
        // Labels outside of steps must have been given once.
        Json first = Json::array();
        for (int i = 0; i < 8; ++i)
            first.push_back(schedule(90, "t" + std::to_string(i), {{"gas_limit", 300}}));
        blocks.push_back(list({as(X, first)}));
        for (u64 n = 0; n < 60; ++n) {
            if (n >= blocks.size()) blocks.push_back(random.block_txs());
            lines.push_back(chain.line(chain.block(blocks[n])));
            ASSERT_TRUE(chain.chain().memory_equals_state()) << "seed " << seed << " block " << n + 1;
            if (random.below(6) == 0) chain.restart();
            if (n > 10 && random.below(10) == 0) {  // a branch of other blocks, and back
                for (u64 i = 0; i < 3; ++i) chain.block(random.block_txs());
                chain.rollback(5);
                ASSERT_TRUE(chain.chain().memory_equals_state()) << "seed " << seed << " back from " << n + 1;
                for (u64 again = n - 1; again <= n; ++again)
                    ASSERT_EQ(chain.line(chain.block(blocks[again])), lines[again]) << "seed " << seed;
            }
        }
    }
}

}  // namespace
}  // namespace lariat::chain
