// Integer arithmetic that says when it would wrap, and the forms that settle instead of failing.
#pragma once

#include <optional>

#include "lariat/types.hpp"

namespace lariat {

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

template <class T>
constexpr T saturating_add(T a, T b) noexcept
{
    return checked_add(a, b).value_or(static_cast<T>(~T{0}));
}

/// floor(a × b / d) through 256 bits; the quotient must fit 128 bits, else U128_MAX. d is not zero.
u128 mul_div(u128 a, u128 b, u128 d) noexcept;

std::string to_decimal(u128 value);

/// Digits only, no sign, no leading zero except "0" itself.
std::optional<u128> parse_decimal(std::string_view digits) noexcept;

}  // namespace lariat
