// Keys of the chain's own values; those of accounts, actors and timers stand beside their codecs.
#pragma once

#include <string_view>

namespace lariat::chain {

inline constexpr std::string_view PARAMS_KEY = "g";    ///< what genesis fixed
inline constexpr std::string_view STATE_KEY = "m";     ///< height, time, base fees, sums
inline constexpr std::string_view COUNTERS_KEY = "k";  ///< the scheduler's counters

}  // namespace lariat::chain
