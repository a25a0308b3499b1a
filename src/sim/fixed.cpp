// Implements the functions by their series, with 60 fractional bits inside.
#include "sim/fixed.hpp"

#include <algorithm>

#include "lariat/assert.hpp"

namespace lariat::sim {

namespace {

constexpr int BITS = 60;
constexpr i128 ONE = i128{1} << BITS;
constexpr i128 LN_2 = 799'144'290'325'165'979;  // ln 2 × 2^60
constexpr int TO_INNER = BITS - 32;
constexpr int TERMS = 24;

Q32 clamped(i128 x) noexcept
{
    return static_cast<Q32>(std::clamp<i128>(x, -i128{Q32_MAX}, Q32_MAX));
}

}  // namespace

Q32 q32_ratio(i128 num, i128 den) noexcept
{
    LARIAT_ASSERT(den > 0);
    constexpr i128 LARGEST = i128{1} << 94;
    if (num >= LARGEST || num <= -LARGEST) return num < 0 ? -Q32_MAX : Q32_MAX;
    return clamped((num * Q32_ONE) / den);
}

Q32 q32_of(double value) noexcept
{
    constexpr double LARGEST = 2147483647.0, SCALE = 4294967296.0;
    return static_cast<Q32>(std::clamp(value, -LARGEST, LARGEST) * SCALE);
}

Q32 q32_mul(Q32 a, Q32 b) noexcept
{
    return clamped((i128{a} * b) >> 32);
}

Q32 q32_div(Q32 a, Q32 b) noexcept
{
    return q32_ratio(a, b);
}

Q32 q32_sqrt(Q32 x) noexcept
{
    if (x <= 0) return 0;
    const u128 wanted = static_cast<u128>(x) << 32;
    u128 root = 0;
    for (u128 bit = u128{1} << 47; bit != 0; bit >>= 1)
        if ((root + bit) * (root + bit) <= wanted) root += bit;
    return static_cast<Q32>(root);
}

/// x = k ln 2 + r: 2^k times the series of exp(r).
Q32 q32_exp(Q32 x) noexcept
{
    const i128 inner = i128{x} << TO_INNER;
    i128 k = inner / LN_2, r = inner % LN_2;
    if (r < 0) r += LN_2, --k;
    if (k > 30) return Q32_MAX;
    if (k < -33) return 0;
    i128 sum = ONE, term = ONE;
    for (int n = 1; n <= TERMS; ++n) {
        term = (term * r >> BITS) / n;
        sum += term;
    }
    const int down = TO_INNER - static_cast<int>(k);
    return clamped(down >= 0 ? sum >> down : sum << -down);
}

/// x = m × 2^k with m from 1 to 2: ln m = 2 artanh((m - 1) / (m + 1)).
Q32 q32_ln(Q32 x) noexcept
{
    LARIAT_ASSERT(x > 0);
    int k = 0;
    i128 m = i128{x} << TO_INNER;
    while (m >= 2 * ONE) m >>= 1, ++k;
    while (m < ONE) m <<= 1, --k;
    const i128 z = ((m - ONE) << BITS) / (m + ONE), square = z * z >> BITS;
    i128 sum = 0, power = z;
    for (int n = 1; n <= 2 * TERMS; n += 2) {
        sum += power / n;
        power = power * square >> BITS;
    }
    return clamped((2 * sum + k * LN_2) >> TO_INNER);
}

Q32 q32_pow(Q32 x, Q32 y) noexcept
{
    return q32_exp(q32_mul(y, q32_ln(x)));
}

}  // namespace lariat::sim
