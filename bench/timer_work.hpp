// Workload for timer structures in benchmarks: timers for random heights, every tenth of them cancelled.
// bench/peers/timers/src/work.rs draws the same.
#pragma once

#include <utility>
#include <vector>

#include "lariat/types.hpp"

namespace lariat::bench {

/// Timers are numbered from 0 on; a handle is the number plus one.
struct TimerWork {
    u64 horizon;
    std::vector<u32> heights;    ///< of each timer, in the order of scheduling
    std::vector<u32> cancelled;  ///< in random order
    u64 left_sum = 0;            ///< of the handles that are left

    TimerWork(u64 timers, u64 horizon_heights, u64 seed) : horizon(horizon_heights), state_(seed | 1)
    {
        for (u64 i = 0; i < timers; ++i) heights.push_back(static_cast<u32>(1 + below(horizon)));
        for (u64 i = 3; i < timers; i += 10) cancelled.push_back(static_cast<u32>(i));
        for (u64 last = cancelled.size(); last-- > 1;) std::swap(cancelled[last], cancelled[below(last + 1)]);
        left_sum = timers * (timers + 1) / 2;
        for (const u32 i : cancelled) left_sum -= i + 1;
    }
    u64 left() const { return heights.size() - cancelled.size(); }

private:
    /// xorshift64*.
    u64 below(u64 bound)
    {
        state_ ^= state_ >> 12;
        state_ ^= state_ << 25;
        state_ ^= state_ >> 27;
        return (state_ * 0x2545f4914f6cdd1d >> 32) * bound >> 32;
    }
    u64 state_;
};

}  // namespace lariat::bench
