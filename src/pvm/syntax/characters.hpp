// Character classes of Python source, without a locale.
#pragma once

#include "pvm/syntax/source_text.hpp"

namespace lariat::pvm::syntax {

inline bool is_digit(char c) noexcept
{
    return c >= '0' && c <= '9';
}
inline bool is_letter(char c) noexcept
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
inline bool is_name_start(char c) noexcept
{
    return is_letter(c) || c == '_';
}
inline bool is_name_part(char c) noexcept
{
    return is_name_start(c) || is_digit(c);
}

inline constexpr u32 NOT_A_DIGIT = 99;

/// The value of a digit in any base up to 16, else NOT_A_DIGIT.
inline u32 digit_value(char c) noexcept
{
    if (is_digit(c)) return static_cast<u32>(c - '0');
    const char lower = is_letter(c) ? static_cast<char>(c | 0x20) : c;
    return lower >= 'a' && lower <= 'f' ? static_cast<u32>(lower - 'a') + 10 : NOT_A_DIGIT;
}

}  // namespace lariat::pvm::syntax
