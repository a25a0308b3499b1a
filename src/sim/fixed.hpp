// Numbers with 32 fractional bits: arithmetic in integers alone, so that every compiler computes the same
// (SIM-8).
#pragma once

#include "lariat/types.hpp"

namespace lariat::sim {

/// A number times 2^32.
using Q32 = i64;
inline constexpr Q32 Q32_ONE = Q32{1} << 32;
/// The largest number: operations that would go beyond it give it.
inline constexpr Q32 Q32_MAX = INT64_MAX;

constexpr Q32 q32(i64 whole) noexcept
{
    return whole * Q32_ONE;
}
/// num / den; den is above 0.
Q32 q32_ratio(i128 num, i128 den) noexcept;
/// The nearest number below; of a decimal fraction of a scenario file.
Q32 q32_of(double value) noexcept;

Q32 q32_mul(Q32 a, Q32 b) noexcept;
Q32 q32_div(Q32 a, Q32 b) noexcept;  ///< b is above 0
Q32 q32_sqrt(Q32 x) noexcept;        ///< 0 of what is below 0
Q32 q32_exp(Q32 x) noexcept;
Q32 q32_ln(Q32 x) noexcept;          ///< x is above 0
Q32 q32_pow(Q32 x, Q32 y) noexcept;  ///< x is above 0

/// The nearest whole number; a half goes up.
constexpr i64 q32_round(Q32 x) noexcept
{
    return (x + Q32_ONE / 2) >> 32;
}

}  // namespace lariat::sim
