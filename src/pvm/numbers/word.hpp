// Arithmetic of numbers that fit a machine word.
#pragma once

#include <optional>
#include <utility>

#include "lariat/types.hpp"

namespace lariat::pvm {

/// base ** exponent, where it is no wider than a word and the exponent not negative.
inline std::optional<i64> pow_word(i64 base, i64 exponent) noexcept
{
    if (exponent < 0) return std::nullopt;
    i64 result = 1;
    for (u64 left = static_cast<u64>(exponent); left != 0; left >>= 1) {
        if ((left & 1) != 0 && __builtin_mul_overflow(result, base, &result)) return std::nullopt;
        if (left > 1 && __builtin_mul_overflow(base, base, &base)) return std::nullopt;
    }
    return result;
}

/// base ** exponent % modulus; the modulus is above 0.
inline u64 pow_mod_word(i64 base, u64 exponent, u64 modulus) noexcept
{
    const auto times = [modulus](u64 x, u64 y) {
        if ((x | y) >> 32 == 0) return x * y % modulus;
        return static_cast<u64>(static_cast<u128>(x) * y % modulus);
    };
    const u64 rest = (base < 0 ? u64{0} - static_cast<u64>(base) : static_cast<u64>(base)) % modulus;
    u64 power = base < 0 && rest != 0 ? modulus - rest : rest;
    u64 result = 1 % modulus;
    for (; exponent != 0; exponent >>= 1) {
        if ((exponent & 1) != 0) result = times(result, power);
        if (exponent > 1) power = times(power, power);
    }
    return result;
}

/// The inverse of a number below the modulus, which is above 1, by Euclid's algorithm; none if they have a
/// common divisor.
inline std::optional<u64> inverse_word(u64 number, u64 modulus) noexcept
{
    u64 rest = modulus, next = number;
    i128 coefficient = 0, next_coefficient = 1;
    while (next != 0) {
        const u64 quotient = rest / next;
        rest = std::exchange(next, rest - quotient * next);
        coefficient =
            std::exchange(next_coefficient, coefficient - static_cast<i128>(quotient) * next_coefficient);
    }
    if (rest != 1) return std::nullopt;
    return static_cast<u64>(coefficient < 0 ? coefficient + static_cast<i128>(modulus) : coefficient);
}

}  // namespace lariat::pvm
