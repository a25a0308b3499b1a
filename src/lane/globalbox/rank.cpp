// Implements 256-bit ranks as two halves: sums of two products of at most 192 bits.
#include "lane/globalbox/rank.hpp"

#include <bit>

#include "base/checked.hpp"

namespace lariat::lane {

namespace {

struct Wide {
    u128 high = 0, low = 0;
};

Wide add(const Wide& a, const Wide& b) noexcept
{
    Wide out{a.high + b.high, a.low + b.low};
    if (out.low < a.low) ++out.high;
    return out;
}

Wide product(u128 a, u64 b) noexcept
{
    const u128 lower = u128{static_cast<u64>(a)} * b;
    const u128 upper = u128{static_cast<u64>(a >> 64)} * b;
    return add({0, lower}, {upper >> 64, upper << 64});
}

Wide clock_of(const timers::Counters& counters) noexcept
{
    const auto& c = counters.clock;
    return {c[0], u128{c[1]} << 64 | c[2]};
}

constexpr u128 LIMIT = u128{1} << 64;  // of the high half: 2^192

}  // namespace

Score score_of(const timers::TimerConfig& config, u64 age, u128 bid) noexcept
{
    const Wide sum = add(product(config.w_age, age), product(bid, config.w_bid));
    if (sum.high >= LIMIT) return {LIMIT - 1, U128_MAX};
    return {sum.high, sum.low};
}

u8 bucket_of_bid(u128 bid) noexcept
{
    return static_cast<u8>(std::bit_width(static_cast<u64>(price_of_bid(bid))));  // 32 bits
}

void advance_clock(timers::Counters& counters, const timers::TimerConfig& config) noexcept
{
    const Wide next = add(clock_of(counters), {0, config.w_age});
    counters.clock = {static_cast<u64>(next.high), static_cast<u64>(next.low >> 64),
                      static_cast<u64>(next.low)};
}

std::array<u8, 32> rank_of(const timers::Counters& counters, const Score& score) noexcept
{
    const Wide clock = clock_of(counters);
    Wide rank{clock.high + LIMIT - score.high, clock.low - score.low};
    if (clock.low < score.low) --rank.high;
    std::array<u8, 32> out;
    for (std::size_t i = 0; i < 16; ++i) {
        out[i] = static_cast<u8>(rank.high >> (120 - 8 * i));
        out[16 + i] = static_cast<u8>(rank.low >> (120 - 8 * i));
    }
    return out;
}

}  // namespace lariat::lane
