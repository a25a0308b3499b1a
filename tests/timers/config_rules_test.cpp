// Tests of TimerConfig: each bound at its limit and one beyond, derived values at genesis, patches.
#include <gtest/gtest.h>

#include "base/checked.hpp"
#include "timers/config.hpp"

namespace lariat::timers::config_rules_test {
namespace {

constexpr u64 CAPACITY = 20'000'000;
constexpr u128 U32_END = u128{1} << 32;
constexpr u128 U64_END = u128{1} << 64;

ConfigPatch with(ConfigPatch patch, const std::string& field, u128 value)
{
    patch.emplace_back(field, value);
    return patch;
}

/// `accepted` is the last value that is good beside `others`, `refused` its neighbour beyond `limit`.
struct Bound {
    std::string field;
    u128 accepted, refused;
    ConfigPatch others{};
    std::string names{};  ///< the field that the message names, if not the field itself
};

/// Everything that a small lane or a low clip would break is small already.
const ConfigPatch SMALL{{"min_gas_limit_per_timer", u128{1}},
                        {"max_cycles_per_fire", u128{1}},
                        {"max_cycles_per_fire_auction_phase", u128{1}},
                        {"max_cells_per_fire", u128{1}},
                        {"fairness_clip_min", u128{1}}};

std::vector<Bound> bounds()
{
    std::vector<Bound> all{
        {"max_ttl_blocks", 1, 0},
        {"max_ttl_blocks", 1'000'000'000, 1'000'000'001},
        {"max_cycles_per_fire", 200, 199},
        {"max_cycles_per_fire", 2'000'000, 2'000'001},
        {"max_cycles_per_fire", 600'000, 600'001, {{"lane_timer_cycles", u128{600'000}}}},
        {"max_cells_per_fire", 1, 0},
        {"max_cells_per_fire", 1'000'000, 1'000'001},
        {"max_timers_per_actor", 1, 0},
        {"max_timers_per_target", 1, 0},
        {"min_gas_limit_per_timer", 1, 0},
        {"min_gas_limit_per_timer", 250'000, 250'001, {}, "max_cycles_per_fire_auction_phase"},
        {"max_payload_size", 1'048'576, 1'048'577},
        {"lane_timer_cycles", CAPACITY, CAPACITY + 1},
        {"lane_timer_cycles", 550'000, 549'999, {}, "max_cycles_per_fire"},
        {"lane_timer_cells", u128{1} << 40, (u128{1} << 40) + 1},
        {"lane_timer_cells", 550'000, 549'999, {}, "max_cells_per_fire"},
        {"gc_cycles_per_block", 200, 199},
        {"due_intake_per_block", 1, 0},
        {"maintenance_moves_per_block", 1, 0},
        {"max_looks_per_block", 1, 0},
        {"max_misfits", 1, 0},
        {"timer_lane_fee_multiplier", 10'000, 10'001},
        {"max_cycles_per_fire_auction_phase", 200, 199},
        {"max_cycles_per_fire_auction_phase", 2'000'000, 2'000'001},
        {"fairness_window_blocks", 1, 0},
        {"fairness_window_blocks", 100'000, 100'001},
        {"fairness_clip_min", 1, 0},
        {"fairness_clip_min", 2'000, 2'001},
        {"fairness_clip_max", 10'000, 10'001},
        {"lane_timer_cycles", 1, 0, SMALL},
        {"lane_timer_cells", 1, 0, SMALL},
        {"fairness_clip_max", 1, 0, SMALL},
        {"fairness_clip_max", 1'000, 999, {}, "fairness_clip_min"},
        {"lane_basefee_gain_denominator", 1, 0},
        {"lane_basefee_gain_denominator", 1'000, 1'001},
        {"tier_economy", 100'000, 100'001},
        {"tier_standard", 100'000, 100'001},
        {"tier_fast", 100'000, 100'001},
        {"tier_urgent", 100'000, 100'001},
        {"gba_cycles_per_call", 1'000'000, 1'000'001},
        {"gba_cycles_per_block", 25'000, 24'999, {}, "gba_cycles_per_call"},
        {"w_age", (u128{1} << 120) - 1, u128{1} << 120},
        {"min_bid", 9, 10, {{"max_bid", u128{9}}}},
        {"max_fires_per_block", 1, 0},
        {"max_fires_per_target", 1, 0},
        {"max_watch_keys", 1, 0},
        {"max_watch_keys", 256, 257},
        {"max_watch_hits_per_block", 1, 0, {{"max_watch_hits_per_actor", u128{1}}}},
        {"max_watch_hits_per_block", 512, 511, {}, "max_watch_hits_per_actor"},
        {"max_modified_keys_per_block", 1, 0},
        {"max_matched_keys", 1, 0},
        {"max_matched_keys", 4'096, 4'097},
        {"max_watch_hits_per_actor", 1, 0},
        {"max_watch_hits_per_actor", 4'096, 4'097},
        {"max_watch_hits_per_actor", 7, 8, {{"max_watch_hits_per_block", u128{7}}}},
        {"max_kept_keys_per_actor", 1, 0},
        {"max_kept_keys_per_actor", 65'536, 65'537},
        {"sch_cycles_per_second", 4'000'000, 4'000'001},
        {"sch_cycles_per_block", 2'000'000, 1'999'999, {}, "sch_cycles_per_second"},
    };
    for (const char* field : {"max_timers_per_actor", "max_timers_per_target", "due_intake_per_block",
                              "maintenance_moves_per_block", "max_looks_per_block", "max_misfits",
                              "max_fires_per_block", "max_fires_per_target", "max_watch_hits_per_block",
                              "max_modified_keys_per_block", "estimate_horizon"})
        all.push_back({field, U32_END - 1, U32_END});
    for (const char* field : {"auction_activation_height", "gc_cycles_per_block", "gba_cycles_per_block",
                              "w_bid", "sch_cycles_per_block", "sch_initiation_cycles"})
        all.push_back({field, U64_END - 1, U64_END});
    return all;
}

class ConfigBounds : public testing::TestWithParam<Bound> {};

TEST_P(ConfigBounds, GOV3_TheLimitIsAcceptedAndOneBeyondIsRefusedWithFieldValueAndLimit)
{
    const Bound& bound = GetParam();
    const auto good = updated_config({}, with(bound.others, bound.field, bound.accepted), CAPACITY);
    EXPECT_TRUE(good.ok()) << (good ? "" : good.error().message);

    const auto bad = updated_config({}, with(bound.others, bound.field, bound.refused), CAPACITY);
    ASSERT_FALSE(bad.ok());
    EXPECT_EQ(bad.error().code, ErrorCode::InvalidConfig);
    const std::string& message = bad.error().message;
    const std::string named = bound.names.empty() ? bound.field : bound.names;
    EXPECT_TRUE(message.starts_with(named + ": ")) << message;
    // The rule may be told from the side of the field that depends on the changed one.
    const u128 shown = bound.names.empty() ? bound.refused : bound.accepted;
    const u128 limit = bound.names.empty() ? bound.accepted : bound.refused;
    EXPECT_NE(message.find(": " + to_decimal(shown) + ' '), std::string::npos) << message;
    EXPECT_TRUE(message.ends_with(' ' + to_decimal(limit))) << message;
}

INSTANTIATE_TEST_SUITE_P(Tables, ConfigBounds, testing::ValuesIn(bounds()), [](const auto& bound) {
    return bound.param.field + (bound.param.accepted < bound.param.refused ? "_above_" : "_below_") +
           std::to_string(bound.index);
});

TEST(Config, TheDefaultsOfTheTableObeyItsRules)
{
    const auto config = genesis_config({}, CAPACITY);
    ASSERT_TRUE(config.ok());
    EXPECT_EQ(config.value(), TimerConfig{});
    EXPECT_EQ(all_fields(config.value()).size(), 49u) << "the fields of docs/trace.md";
}

TEST(Config, GOV3_FixedFieldsCanBeNamedAtGenesisAndNeverAfter)
{
    for (const char* field : {"ring_buffer_size", "epoch_blocks", "epoch_queue_len"}) {
        const u128 value = 4'000;
        const ConfigPatch patch{{field, value}};
        EXPECT_TRUE(genesis_config(patch, CAPACITY).ok() || std::string_view(field) == "epoch_blocks")
            << field;
        const auto refused = updated_config({}, patch, CAPACITY);
        ASSERT_FALSE(refused.ok()) << field;
        EXPECT_EQ(refused.error().message, std::string(field) + " is fixed at genesis");
    }
    EXPECT_TRUE(genesis_config({{"epoch_blocks", u128{4'096}}}, CAPACITY).ok());
    EXPECT_FALSE(genesis_config({{"epoch_blocks", u128{4'097}}}, CAPACITY).ok()) << "above the ring";
    for (const char* field : {"epoch_blocks", "epoch_queue_len"})
        EXPECT_FALSE(genesis_config({{field, u128{0}}}, CAPACITY).ok()) << field;
}

TEST(Config, GOV3_AFixedFieldIsRefusedEvenWithTheValueItHas)
{
    EXPECT_FALSE(updated_config({}, {{"epoch_blocks", u128{3'600}}}, CAPACITY).ok());
}

TEST(Config, ASmallLaneNeedsNoOtherField)
{
    const auto config =
        genesis_config({{"lane_timer_cycles", u128{3'000}}, {"lane_timer_cells", u128{70}}}, CAPACITY);
    ASSERT_TRUE(config.ok()) << config.error().message;
    EXPECT_EQ(config.value().max_cycles_per_fire, 3'000u);
    EXPECT_EQ(config.value().max_cycles_per_fire_auction_phase, 3'000u);
    EXPECT_EQ(config.value().max_cells_per_fire, 70u);
    EXPECT_EQ(config.value().min_gas_limit_per_timer, 200u);
}

TEST(Config, ALaneSmallerThanTheFloorLowersTheFloor)
{
    const auto config = genesis_config({{"lane_timer_cycles", u128{50}}}, CAPACITY);
    ASSERT_TRUE(config.ok()) << config.error().message;
    EXPECT_EQ(config.value().max_cycles_per_fire, 50u);
    EXPECT_EQ(config.value().min_gas_limit_per_timer, 50u);
}

TEST(Config, ASmallBlockLowersTheLaneAndWhatDependsOnIt)
{
    const auto config = genesis_config({}, 400'000);
    ASSERT_TRUE(config.ok()) << config.error().message;
    EXPECT_EQ(config.value().lane_timer_cycles, 400'000u);
    EXPECT_EQ(config.value().max_cycles_per_fire, 400'000u);
    EXPECT_EQ(config.value().max_cycles_per_fire_auction_phase, 250'000u);
}

TEST(Config, WhatIsNamedNeverSinksAndIsRefusedInstead)
{
    const auto config =
        genesis_config({{"lane_timer_cycles", u128{3'000}}, {"max_cycles_per_fire", u128{3'001}}}, CAPACITY);
    ASSERT_FALSE(config.ok());
    EXPECT_EQ(config.error().message, "max_cycles_per_fire: 3001 above lane_timer_cycles 3000");
    EXPECT_FALSE(genesis_config({{"lane_timer_cycles", u128{0}}}, CAPACITY).ok()) << "no fire fits";
}

TEST(Config, GOV3_ABoundThatIsTooLowIsRefusedUnderItsOwnNameAtGenesis)
{
    for (const char* field : {"lane_timer_cycles", "lane_timer_cells", "max_cycles_per_fire",
                              "max_cycles_per_fire_auction_phase", "ring_buffer_size", "fairness_clip_max"}) {
        const auto refused = genesis_config({{field, u128{0}}}, CAPACITY);
        ASSERT_FALSE(refused.ok()) << field;
        EXPECT_EQ(refused.error().message, std::string(field) + ": 0 below 1");
    }
}

TEST(Config, EveryOtherDependentFieldSinksToTheFieldThatBoundsIt)
{
    EXPECT_EQ(genesis_config({{"ring_buffer_size", u128{8}}}, CAPACITY).value().epoch_blocks, 8u);
    EXPECT_EQ(genesis_config({{"fairness_clip_max", u128{900}}}, CAPACITY).value().fairness_clip_min, 900u);
    EXPECT_EQ(genesis_config({{"gba_cycles_per_block", u128{7}}}, CAPACITY).value().gba_cycles_per_call, 7u);
    EXPECT_EQ(genesis_config({{"sch_cycles_per_block", u128{9}}}, CAPACITY).value().sch_cycles_per_second,
              9u);
    EXPECT_EQ(
        genesis_config({{"max_watch_hits_per_block", u128{3}}}, CAPACITY).value().max_watch_hits_per_actor,
        3u);
    const auto small = genesis_config({{"max_cycles_per_fire", u128{100}}}, CAPACITY);
    ASSERT_TRUE(small.ok());
    EXPECT_EQ(small.value().min_gas_limit_per_timer, 100u);
}

TEST(Config, GOV3_ABrokenPatchChangesNothing)
{
    TimerConfig config;
    config.max_misfits = 3;
    const auto updated =
        updated_config(config, {{"max_misfits", u128{5}}, {"max_looks_per_block", u128{0}}}, CAPACITY);
    ASSERT_FALSE(updated.ok());
    EXPECT_EQ(config.max_misfits, 3u);
    const auto good = updated_config(config, {{"max_looks_per_block", u128{9}}}, CAPACITY);
    ASSERT_TRUE(good.ok());
    EXPECT_EQ(good.value().max_misfits, 3u) << "what is not named keeps its value";
    EXPECT_EQ(good.value().max_looks_per_block, 9u);
}

TEST(Config, GOV3_ValuesOfAnotherKindAreRefused)
{
    for (const ConfigPatch& patch : std::vector<ConfigPatch>{
             {{"max_misfits", true}},
             {{"max_misfits", std::string("8")}},
             {{"timers_paused", u128{1}}},
             {{"timers_paused", std::string("true")}},
             {{"discipline", u128{0}}},
             {{"discipline", std::string("auction")}},
             {{"discipline", std::string("FIFO")}},
             {{"discipline", std::string("")}},
             {{"tie_break", std::string("unfair")}},
             {{"no_such_field", u128{1}}},
         }) {
        const auto refused = updated_config({}, patch, CAPACITY);
        ASSERT_FALSE(refused.ok()) << patch[0].first;
        EXPECT_EQ(refused.error().code, ErrorCode::InvalidConfig);
        EXPECT_NE(refused.error().message.find(patch[0].first), std::string::npos) << refused.error().message;
    }
}

TEST(Config, GOV4_TheAuctionIsInForceFromItsHeightOn)
{
    TimerConfig config;
    EXPECT_EQ(discipline_at(config, U64_MAX), Discipline::fifo) << "0 is never";
    config.auction_activation_height = 10;
    EXPECT_EQ(discipline_at(config, 9), Discipline::fifo);
    EXPECT_EQ(discipline_at(config, 10), Discipline::auction);
    config.discipline = Discipline::globalbox;
    EXPECT_EQ(discipline_at(config, 9), Discipline::globalbox);
}

TEST(Config, R13_TheCapOfAnAuctionBlockIsTheLowerOfBoth)
{
    TimerConfig config;
    EXPECT_EQ(gas_cap(config, Discipline::fifo), 550'000u);
    EXPECT_EQ(gas_cap(config, Discipline::globalbox), 550'000u);
    EXPECT_EQ(gas_cap(config, Discipline::auction), 250'000u);
    config.max_cycles_per_fire = 100'000;
    EXPECT_EQ(gas_cap(config, Discipline::auction), 100'000u);
}

}  // namespace
}  // namespace lariat::timers::config_rules_test
