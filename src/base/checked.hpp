// Integer arithmetic that detects overflow, arithmetic that saturates, and decimal text of 128-bit numbers.
#pragma once

#include <optional>

#include "lariat/types.hpp"

namespace lariat {

// checked_add, checked_sub, checked_mul: nullopt if the result does not fit in T.
template <class T>
constexpr std::optional<T> checked_add(T a, T b) noexcept
{
    T r{};
    return __builtin_add_overflow(a, b, &r) ? std::nullopt : std::optional<T>{r};
}

template <class T>
constexpr std::optional<T> checked_sub(T a, T b) noexcept
{
    T r{};
    return __builtin_sub_overflow(a, b, &r) ? std::nullopt : std::optional<T>{r};
}

template <class T>
constexpr std::optional<T> checked_mul(T a, T b) noexcept
{
    T r{};
    return __builtin_mul_overflow(a, b, &r) ? std::nullopt : std::optional<T>{r};
}

/// a + b, or the largest value of the unsigned type T if the sum does not fit.
template <class T>
constexpr T saturating_add(T a, T b) noexcept
{
    return checked_add(a, b).value_or(static_cast<T>(~T{0}));
}

/// floor(a × b / d), computed with 256 bits; U128_MAX if the quotient does not fit in 128 bits. d must not be
/// 0.
u128 mul_div(u128 a, u128 b, u128 d) noexcept;

std::string to_decimal(u128 value);

/// nullopt unless `digits` consists of decimal digits without a sign or a leading zero ("0" itself is fine)
/// and its value fits in 128 bits.
std::optional<u128> parse_decimal(std::string_view digits) noexcept;

}  // namespace lariat
