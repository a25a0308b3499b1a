// The auction's own numbers in consensus state.
#pragma once

#include <optional>

#include "lariat/types.hpp"

namespace lariat::lane {

struct LaneState {
    u64 since = 0;             ///< first height of the auction in force; 0: none is
    u128 lane_basefee = 0;     ///< in force in the next block, if the auction is
    u128 median_priority = 0;  ///< of the last block's fires
    u64 last_cycles = 0;       ///< used in the last block, under any discipline
    u64 next_place = 1;        ///< in the queue of owners
    u64 askings = 0;           ///< timers whose last asking is kept
    u64 outcome_cycles = 0;    ///< of fires since the epoch began, under tie_break outcome
    u64 epoch = 0;             ///< epochs that have ended under tie_break outcome
    u64 outcome_from = 0;      ///< outcomes of earlier epochs are forgotten
    bool operator==(const LaneState&) const = default;
};

Bytes encode(const LaneState& state);
/// None for anything that encode would not have written.
std::optional<LaneState> decode_lane_state(BytesView bytes);

inline constexpr std::string_view LANE_STATE_KEY = "l";

/// No chain lives long enough to count so many epochs, or fires of an owner: a state that says so is damaged,
/// and the next one would make the count begin again.
inline constexpr u64 COUNTED_AT_MOST = u64{1} << 62;

}  // namespace lariat::lane
