// TimerSettings and the same settings as text: the same fields, defaults and effects.
#include <gtest/gtest.h>

#include <set>

#include "map_chain.hpp"

namespace lariat {
namespace {

/// Fields of TimerConfig without effect in a scheduler that has no actors of ours: queues, watches, agents
/// and operations.
const std::set<std::string> LEFT_OUT{"discipline",
                                     "max_timers_per_target",
                                     "gba_cycles_per_call",
                                     "gba_cycles_per_block",
                                     "w_age",
                                     "w_bid",
                                     "min_bid",
                                     "max_bid",
                                     "max_fires_per_block",
                                     "max_fires_per_target",
                                     "max_watch_keys",
                                     "max_watch_hits_per_block",
                                     "max_matched_keys",
                                     "max_modified_keys_per_block",
                                     "max_watch_hits_per_actor",
                                     "max_kept_keys_per_actor",
                                     "sch_cycles_per_second",
                                     "sch_cycles_per_block",
                                     "sch_initiation_cycles",
                                     "estimate_horizon"};

TEST(TimerSettings, GOV2_EveryFieldOfTimerConfigIsInTheStructOrKnownToBeLeftOut)
{
    MapChain chain;
    std::set<std::string> in_struct;
    for (const auto& [name, value] : chain.scheduler->timer_settings().named()) in_struct.insert(name);
    for (const auto& [name, value] : chain.scheduler->settings())
        EXPECT_EQ(in_struct.count(name) + LEFT_OUT.count(name), 1U) << name;
}

TEST(TimerSettings, GOV2_WhatASchedulerShowsIsWhatItWasGivenInEitherForm)
{
    const Settings text{
        {"lane_timer_cycles", u128{5'000}}, {"tie_break", std::string("fair")}, {"timers_paused", true}};
    const TimerSettings fields{
        .lane_timer_cycles = 5'000, .timers_paused = true, .tie_break = TieBreak::fair};
    MapChain by_text(text), by_fields(fields);
    EXPECT_EQ(by_text.store.pairs, by_fields.store.pairs);
    EXPECT_EQ(by_text.scheduler->settings(), by_fields.scheduler->settings());
    const TimerSettings shown = by_fields.scheduler->timer_settings();
    EXPECT_EQ(shown.lane_timer_cycles, 5'000U);
    EXPECT_EQ(shown.max_cycles_per_fire, 5'000U) << "sunk to the lane";
    EXPECT_EQ(shown.timers_paused, true);
    EXPECT_EQ(shown.tie_break, TieBreak::fair);
    EXPECT_EQ(shown.max_payload_size, 1'048'576U);
}

TEST(TimerSettings, GOV3_APatchChangesWhatItNamesAndNothingElse)
{
    MapChain chain(TimerSettings{.max_payload_size = 7, .max_ttl_blocks = 100});
    chain.begin(1);
    const TimerSettings before = chain.scheduler->timer_settings();
    EXPECT_TRUE(chain.scheduler->govern_settings(TimerSettings{.max_ttl_blocks = 50}).ok());
    EXPECT_EQ(chain.scheduler->timer_settings(), before) << "from the next block on";
    chain.finish();
    chain.begin(2);
    TimerSettings expected = before;
    expected.max_ttl_blocks = 50;
    EXPECT_EQ(chain.scheduler->timer_settings(), expected);
    EXPECT_EQ(chain.scheduler->govern_settings(TimerSettings{.epoch_blocks = 5}).error().code,
              ErrorCode::InvalidConfig)
        << "fixed when the scheduler was created";
    chain.finish();
}

TEST(TimerSettings, GOV2_EveryFieldReachesTheFieldOfItsName)
{
    // A value for each that differs from its default and obeys every rule.
    const TimerSettings odd{.lane_timer_cycles = 1'999'999,
                            .lane_timer_cells = 999'999,
                            .gc_cycles_per_block = 4'001,
                            .due_intake_per_block = 3,
                            .maintenance_moves_per_block = 4,
                            .max_looks_per_block = 5,
                            .max_misfits = 6,
                            .min_gas_limit_per_timer = 201,
                            .max_cycles_per_fire = 500'001,
                            .max_cells_per_fire = 500'002,
                            .max_payload_size = 7,
                            .max_ttl_blocks = 8,
                            .max_timers_per_actor = 9,
                            .timers_paused = true,
                            .timer_lane_fee_multiplier = 1'001,
                            .auction_activation_height = 10,
                            .max_cycles_per_fire_auction_phase = 250'001,
                            .lane_basefee_gain_denominator = 8,
                            .tie_break = TieBreak::outcome,
                            .fairness_window_blocks = 11,
                            .fairness_clip_min = 1'002,
                            .fairness_clip_max = 1'999,
                            .tier_economy = 801,
                            .tier_standard = 1'003,
                            .tier_fast = 1'501,
                            .tier_urgent = 2'501,
                            .ring_buffer_size = 4'097,
                            .epoch_blocks = 3'601,
                            .epoch_queue_len = 721};
    MapChain chain(odd);
    EXPECT_EQ(chain.scheduler->timer_settings(), odd);
    const Settings named = odd.named(), all = chain.scheduler->settings(),
                   defaults = MapChain().scheduler->settings();
    for (const Setting& setting : named) {
        EXPECT_NE(std::find(all.begin(), all.end(), setting), all.end()) << setting.first;
        EXPECT_EQ(std::find(defaults.begin(), defaults.end(), setting), defaults.end()) << setting.first;
    }
    EXPECT_TRUE(TimerSettings{}.named().empty());
}

}  // namespace
}  // namespace lariat
