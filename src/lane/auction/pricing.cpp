// Implements the formulas of AUC-1 to AUC-4. Nothing wraps: fees are at most 10^27, weights at most 10
// × 2^32.
#include "lane/auction/pricing.hpp"

#include <algorithm>

#include "base/checked.hpp"

namespace lariat::lane {

namespace {

constexpr u64 ONE = u64{1} << 32;
constexpr u128 LANE_BASEFEE_CEILING = u128{1'000'000'000'000} * 1'000'000'000'000;  // 10^24

}  // namespace

std::optional<u128> priority_of(const Bid& bid, u128 lane_basefee) noexcept
{
    if (bid.max_fee < lane_basefee) return std::nullopt;
    return std::min(bid.max_priority, bid.max_fee - lane_basefee);
}

Bid default_bid(u128 lane_basefee, u128 median_priority) noexcept
{
    return {2 * lane_basefee, median_priority};
}

Bid tier_bid(timers::Tier tier, const timers::TimerConfig& config, u128 lane_basefee,
             u128 median_priority) noexcept
{
    return {2 * lane_basefee, mul_div(median_priority, timers::tier_thousandths(tier, config), 1000)};
}

u64 weight_of(u64 recent, u64 median, const timers::TimerConfig& config) noexcept
{
    const u64 low = static_cast<u64>(u128{config.fairness_clip_min} * ONE / 1000);
    const u64 high = static_cast<u64>(u128{config.fairness_clip_max} * ONE / 1000);
    const u128 ratio = (u128{recent} << 32) / std::max<u64>(1, median);
    const u64 raw = ratio >= 2 * ONE ? 0 : 2 * ONE - static_cast<u64>(ratio);
    return std::clamp(raw, low, high);
}

u128 next_lane_basefee(u128 fee, u64 used, const timers::TimerConfig& config) noexcept
{
    const u128 lane = config.lane_timer_cycles, twice = u128{2} * used;
    const u128 divisor = lane * config.lane_basefee_gain_denominator;
    if (twice > lane) {
        const u128 step = std::min(mul_div(fee, twice - lane, divisor), fee / 8);
        return std::min(fee + std::max<u128>(1, step), LANE_BASEFEE_CEILING);
    }
    if (twice < lane) {
        const u128 step = std::min(mul_div(fee, lane - twice, divisor), fee / 8);
        return std::max<u128>(1, fee - step);
    }
    return fee;
}

u128 lower_median(std::vector<u128> values) noexcept
{
    if (values.empty()) return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

}  // namespace lariat::lane
