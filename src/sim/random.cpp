// Implements the generator (SplitMix64 over hashed coordinates) and the distributions.
#include "sim/random.hpp"

#include <algorithm>

#include "lariat/assert.hpp"

namespace lariat::sim {

namespace {

constexpr u64 GOLDEN_STEP = 0x9e37'79b9'7f4a'7c15;

/// The output function of SplitMix64: a bijection without visible structure.
u64 mixed(u64 x) noexcept
{
    x = (x ^ (x >> 30)) * 0xbf58'476d'1ce4'e5b9;
    x = (x ^ (x >> 27)) * 0x94d0'49bb'1331'11eb;
    return x ^ (x >> 31);
}

}  // namespace

Draw::Draw(u64 seed, u64 actor, Purpose purpose, u64 count) noexcept : state_(mixed(seed + GOLDEN_STEP))
{
    for (const u64 part : {actor, static_cast<u64>(purpose), count})
        state_ = mixed(state_ + GOLDEN_STEP * (part + 1));
}

u64 Draw::bits() noexcept
{
    return mixed(state_ += GOLDEN_STEP);
}

u64 Draw::below(u64 bound) noexcept
{
    LARIAT_ASSERT(bound > 0);
    return static_cast<u64>(u128{bits()} * bound >> 64);
}

Q32 Draw::uniform() noexcept
{
    return static_cast<Q32>(bits() >> 32);
}

/// The polar method of Marsaglia.
Q32 Draw::normal() noexcept
{
    for (;;) {
        const Q32 u = 2 * uniform() - Q32_ONE, v = 2 * uniform() - Q32_ONE;
        const Q32 square = q32_mul(u, u) + q32_mul(v, v);
        if (square <= 0 || square >= Q32_ONE) continue;
        return q32_mul(q32_div(u, q32_sqrt(square)), q32_sqrt(-2 * q32_ln(square)));
    }
}

Q32 Draw::exponential() noexcept
{
    return -q32_ln(Q32_ONE - uniform());
}

/// Counts arrivals of rate 1 in a span of length `mean`.
u64 Draw::poisson(Q32 mean) noexcept
{
    u64 count = 0;
    for (i128 left = mean; (left -= exponential()) > 0;) ++count;
    return count;
}

Q32 Draw::lognormal(Q32 median, Q32 sigma) noexcept
{
    return q32_mul(median, q32_exp(q32_mul(sigma, normal())));
}

Q32 Draw::pareto(Q32 least, Q32 exponent) noexcept
{
    return q32_mul(least, q32_exp(q32_div(exponential(), exponent)));
}

Q32 Distribution::draw(Draw& from) const noexcept
{
    switch (kind) {
        case Kind::constant:
            return a;
        case Kind::uniform:
            return a + q32_mul(b - a, from.uniform());
        case Kind::lognormal:
            return from.lognormal(a, b);
        case Kind::pareto:
            return from.pareto(a, b);
    }
    return a;
}

}  // namespace lariat::sim
