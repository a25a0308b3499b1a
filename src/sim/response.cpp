// Implements the measures of the response to a step, in whole numbers.
#include "sim/response.hpp"

#include "base/checked.hpp"

namespace lariat::sim {

using nlohmann::ordered_json;

namespace {

constexpr u64 QUARTERS = 4;
constexpr const char* NOT_SETTLED = "not settled";
constexpr const char* NO_CHANGE = "no change";

u128 distance(u128 a, u128 b)
{
    return a > b ? a - b : b - a;
}

u128 sum_of_last(const std::vector<u128>& values, u64 count)
{
    u128 sum = 0;
    for (std::size_t i = values.size() - count; i < values.size(); ++i) sum += values[i];
    return sum;
}

ordered_json text_or_null(const std::optional<u128>& value)
{
    return value ? ordered_json(to_decimal(*value)) : ordered_json();
}

ordered_json blocks_or(const std::optional<u64>& blocks)
{
    return blocks ? ordered_json(*blocks) : ordered_json(NOT_SETTLED);
}

}  // namespace

/// With S the sum of the last q values and M that of a span, |M / span - S / q| within the tolerance is
/// compared times span × q × 1000, so nothing is rounded.
std::optional<u64> blocks_to_settle(const std::vector<u128>& values, u64 span, const Tolerance& tolerance)
{
    constexpr u128 WHOLE = 1000;
    const u64 n = values.size();
    if (span == 0 || n < QUARTERS * span) return std::nullopt;
    const u64 q = n / QUARTERS;
    const u128 level = sum_of_last(values, q) * span;
    const u128 most = level * tolerance.thousandths_of_level + WHOLE * tolerance.absolute * span * q;
    u128 sum = sum_of_last(values, span);
    u64 from = n - span + 1;  // every mean that begins here or later is within
    for (u64 at = n - span;; --at) {
        if (WHOLE * distance(sum * q, level) > most) break;
        from = at;
        if (at == 0) break;
        sum += values[at - 1];
        sum -= values[at - 1 + span];
    }
    return from <= n - q ? std::optional(from) : std::nullopt;
}

void Response::note(u64 height, u128 lane_basefee, u64 weights)
{
    if (height >= step_.at) {
        weights_.after.push_back(weights);
        fees_.after.push_back(lane_basefee);
    } else if (height > warmup_) {
        ++blocks_before_;
        weights_.before_sum += weights;
        fees_.before_sum += lane_basefee;
    }
}

std::optional<u128> Response::mean_before(const Series& series, u64 blocks)
{
    return blocks == 0 ? std::nullopt : std::optional(series.before_sum / blocks);
}

std::optional<u128> Response::final_level(const Series& series)
{
    const u64 q = series.after.size() / QUARTERS;
    return q == 0 ? std::nullopt : std::optional(sum_of_last(series.after, q) / q);
}

ordered_json Response::totals(u64 actors) const
{
    const auto w_before = mean_before(weights_, blocks_before_), w_after = final_level(weights_);
    const u128 tolerance = u128{step_.weight_within} * actors;
    const bool stays = w_before && w_after && distance(*w_before, *w_after) <= tolerance;
    const auto of_one = [&](const std::optional<u128>& sum) {
        return sum && actors != 0 ? ordered_json(static_cast<u64>(*sum / actors)) : ordered_json();
    };
    return {{"of", step_.of},
            {"lag", stays ? ordered_json(NO_CHANGE)
                          : blocks_or(blocks_to_settle(weights_.after, step_.span, {.absolute = tolerance}))},
            {"weight_before", of_one(w_before)},
            {"weight_after", of_one(w_after)},
            {"settling", blocks_or(blocks_to_settle(fees_.after, step_.span,
                                                    {.thousandths_of_level = step_.fee_within}))},
            {"lane_basefee_before", text_or_null(mean_before(fees_, blocks_before_))},
            {"lane_basefee_after", text_or_null(final_level(fees_))}};
}

}  // namespace lariat::sim
