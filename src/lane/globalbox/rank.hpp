// Scores and the virtual clock of the Globalbox (GBX-4, R-22). Ageing moves the
// clock: the rank of a fire is the clock minus its score at queueing, and never changes.
#pragma once

#include "timers/config.hpp"
#include "timers/counters.hpp"

namespace lariat::lane {

/// w_age × age + w_bid × bid, at most 2^192 - 1.
struct Score {
    u128 high = 0;  ///< bits from 128 on: below 2^64
    u128 low = 0;
    auto operator<=>(const Score&) const = default;
};
Score score_of(const timers::TimerConfig& config, u64 age, u128 bid) noexcept;

/// The whole units of a bid are the price per cycle; their bit length is the priority bucket.
inline u128 price_of_bid(u128 bid) noexcept
{
    return bid >> 96;
}
u8 bucket_of_bid(u128 bid) noexcept;

/// V(h) = V(h-1) + w_age, in every block under every discipline.
void advance_clock(timers::Counters& counters, const timers::TimerConfig& config) noexcept;

/// Clock minus score plus 2^192, as 32 bytes big-endian. The lowest is the best.
std::array<u8, 32> rank_of(const timers::Counters& counters, const Score& score) noexcept;

}  // namespace lariat::lane
