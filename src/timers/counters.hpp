// The scheduler's own numbers in consensus state: what comes next, and what has happened so far.
#pragma once

#include <optional>

#include "lariat/types.hpp"

namespace lariat::timers {

/// Timers since genesis (LIF-1: scheduled = live + the five exits).
struct Totals {
    u64 scheduled = 0;
    u64 fired = 0;
    u64 insufficient_funds = 0;
    u64 expired = 0;
    u64 cancelled = 0;
    u64 governance = 0;
    bool operator==(const Totals&) const = default;
};

struct Counters {
    Totals totals;
    u64 live = 0;                ///< in the timer store, dead and parked ones included
    u64 next_sequence = 0;       ///< order of creation
    u64 next_arrival = 0;        ///< never reused
    u64 next_death = 0;          ///< order of the dead list
    u64 next_deliver_seq = 1;    ///< one counter for operations, timers and messages (GBX-8)
    u64 intake_height = 1;       ///< lowest height not yet exhausted
    u64 judged_height = 0;       ///< what waits with expires_at below it is dead
    u64 era = 0;                 ///< how often waiting or parked timers have been made to stand
    u64 last_discipline = 0;     ///< of the last block, as a number of timers::Discipline
    u64 reign = 0;               ///< how often the discipline has changed
    u64 next_watch = 0;          ///< order of creation among watches
    std::array<u64, 3> clock{};  ///< the Globalbox's virtual clock, 192 bits, high first (R-22)
    bool operator==(const Counters&) const = default;
};

inline constexpr std::string_view COUNTERS_KEY = "k";

Bytes encode(const Counters& counters);
/// None for anything that encode would not have written.
std::optional<Counters> decode_counters(BytesView bytes);

}  // namespace lariat::timers
