// Golden numbers of the auction; the comment beside each works it out by hand.
#include "lane/auction/pricing.hpp"

#include <gtest/gtest.h>

namespace lariat::lane::auction_pricing_test {
namespace {

constexpr u64 ONE = u64{1} << 32;
constexpr u128 TEN24 = u128{1'000'000'000'000} * 1'000'000'000'000;

timers::TimerConfig lane_of(u64 cycles, u32 gain)
{
    timers::TimerConfig c;
    c.lane_timer_cycles = cycles;
    c.lane_basefee_gain_denominator = gain;
    return c;
}

TEST(LaneBasefee, AUC1_AtGainOneItSaturatesASixteenthOffTarget)
{
    const auto c = lane_of(1000, 1);
    EXPECT_EQ(next_lane_basefee(800, 0, c), 700u);    // 800 × 1000/1000 = 800, at most 800/8 = 100
    EXPECT_EQ(next_lane_basefee(800, 250, c), 700u);  // 800 × 500/1000 = 400, at most 100
    EXPECT_EQ(next_lane_basefee(800, 500, c), 800u);  // on target
    EXPECT_EQ(next_lane_basefee(800, 750, c), 900u);
    EXPECT_EQ(next_lane_basefee(800, 1000, c), 900u);
    EXPECT_EQ(next_lane_basefee(800, 510, c), 816u);  // 800 × 20/1000 = 16
    EXPECT_EQ(next_lane_basefee(800, 490, c), 784u);
}

TEST(LaneBasefee, AUC1_R15_AtGainEightItIsProportionalUpToFullAndEmpty)
{
    const auto c = lane_of(1000, 8);
    EXPECT_EQ(next_lane_basefee(800, 0, c), 700u);    // 800 × 1000/8000 = 100
    EXPECT_EQ(next_lane_basefee(800, 250, c), 750u);  // 800 × 500/8000 = 50
    EXPECT_EQ(next_lane_basefee(800, 500, c), 800u);  // on target
    EXPECT_EQ(next_lane_basefee(800, 750, c), 850u);
    EXPECT_EQ(next_lane_basefee(800, 1000, c), 900u);
}

TEST(LaneBasefee, AUC1_NearTheFloorItRisesByOneAndStopsFalling)
{
    const auto c = lane_of(1000, 1);
    EXPECT_EQ(next_lane_basefee(1, 1000, c), 2u);  // 1/8 = 0, but at least 1 upwards
    EXPECT_EQ(next_lane_basefee(7, 501, c), 8u);   // 7 × 2/1000 = 0, at least 1
    EXPECT_EQ(next_lane_basefee(7, 0, c), 7u);     // 7/8 = 0: it stops falling before the floor
    EXPECT_EQ(next_lane_basefee(8, 0, c), 7u);
    EXPECT_EQ(next_lane_basefee(1, 0, c), 1u);
    const auto slow = lane_of(1000, 8);
    EXPECT_EQ(next_lane_basefee(1, 1000, slow), 2u);   // 1 × 1000/8000 = 0, but at least 1 upwards
    EXPECT_EQ(next_lane_basefee(63, 501, slow), 64u);  // 63 × 2/8000 = 0, at least 1
    EXPECT_EQ(next_lane_basefee(15, 250, slow), 15u);  // 15 × 500/8000 = 0: downwards it may stay
    EXPECT_EQ(next_lane_basefee(16, 250, slow), 15u);  // 16 × 500/8000 = 1
    EXPECT_EQ(next_lane_basefee(1, 0, slow), 1u);
}

TEST(LaneBasefee, AUC1_NearTheCeilingItStaysBelow)
{
    const auto c = lane_of(1000, 1);
    EXPECT_EQ(next_lane_basefee(TEN24, 1000, c), TEN24);
    EXPECT_EQ(next_lane_basefee(TEN24 - 1, 1000, c), TEN24);
    EXPECT_EQ(next_lane_basefee(TEN24, 0, c), TEN24 - TEN24 / 8);
    const auto slow = lane_of(1000, 8);
    EXPECT_EQ(next_lane_basefee(TEN24, 750, slow), TEN24);
    EXPECT_EQ(next_lane_basefee(TEN24 - 1, 501, slow), TEN24);           // 10^24 × 2/8000 is far more than 1
    EXPECT_EQ(next_lane_basefee(TEN24, 250, slow), TEN24 - TEN24 / 16);  // 500/8000
}

TEST(Weight, FAIR1_FallsFromTwoToOneAsTheFiresReachTheMedian)
{
    const timers::TimerConfig c;
    EXPECT_EQ(weight_of(0, 4, c), 2 * ONE);
    EXPECT_EQ(weight_of(2, 4, c), ONE + ONE / 2);
    EXPECT_EQ(weight_of(4, 4, c), ONE);
    EXPECT_EQ(weight_of(5, 4, c), ONE);
    EXPECT_EQ(weight_of(1'000'000'000, 1, c), ONE);
    EXPECT_EQ(weight_of(1, 3, c), 2 * ONE - ONE / 3);  // 2^32 // 3 = 1431655765
    EXPECT_EQ(weight_of(0, 0, c), 2 * ONE);            // nobody fired: max(1, 0)
    EXPECT_EQ(weight_of(1, 0, c), ONE);
}

TEST(Weight, FAIR1_TheBoundsAreThoseOfTheConfig)
{
    timers::TimerConfig c;
    c.fairness_clip_min = 300;
    c.fairness_clip_max = 1'717;
    EXPECT_EQ(weight_of(0, 1, c), 7'374'458'847u);  // 1717 × 2^32 // 1000
    EXPECT_EQ(weight_of(2, 1, c), 1'288'490'188u);  // 300 × 2^32 // 1000, 2 - 2 = 0 is below
    EXPECT_EQ(weight_of(3, 2, c), ONE / 2);
}

TEST(Bids, AUC3_ThePriorityIsCutByTheCapAndAbsentBelowTheFee)
{
    EXPECT_EQ(priority_of({10, 3}, 5), 3u);
    EXPECT_EQ(priority_of({10, 3}, 8), 2u);
    EXPECT_EQ(priority_of({10, 3}, 10), 0u);
    EXPECT_EQ(priority_of({10, 3}, 11), std::nullopt);
}

TEST(Bids, GBA1_GBA7_DefaultAndTiersFollowTheMedian)
{
    const timers::TimerConfig c;
    EXPECT_EQ(default_bid(50, 7), (Bid{100, 7}));
    EXPECT_EQ(tier_bid(timers::Tier::economy, c, 50, 7), (Bid{100, 5}));  // 7 × 800 // 1000
    EXPECT_EQ(tier_bid(timers::Tier::standard, c, 50, 7), (Bid{100, 7}));
    EXPECT_EQ(tier_bid(timers::Tier::fast, c, 50, 7), (Bid{100, 10}));    // 10.5
    EXPECT_EQ(tier_bid(timers::Tier::urgent, c, 50, 7), (Bid{100, 17}));  // 17.5
}

TEST(Bids, GBA1_TheMedianOfAnEvenNumberIsTheLowerOne)
{
    EXPECT_EQ(lower_median({}), 0u);
    EXPECT_EQ(lower_median({9}), 9u);
    EXPECT_EQ(lower_median({9, 1}), 1u);
    EXPECT_EQ(lower_median({9, 1, 5}), 5u);
    EXPECT_EQ(lower_median({9, 1, 5, 6}), 5u);
}

}  // namespace
}  // namespace lariat::lane::auction_pricing_test
