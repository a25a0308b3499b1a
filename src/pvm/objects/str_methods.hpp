// What the files of str's methods share: their tables, and the classes of characters of ASCII.
#pragma once

#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

std::span<const NativeSpec> str_case_methods();    ///< str_case.cpp
std::span<const NativeSpec> str_split_methods();   ///< str_split.cpp
std::span<const NativeSpec> str_search_methods();  ///< str_search.cpp
void boot_single_characters();                     ///< str.cpp

/// Where code point `at` begins: walked to and paid by the byte where not all is ASCII.
u64 offset_of(Vm& vm, const Str* s, i64 at);

/// Bytes that the blank character at the front or the back takes, Unicode's included; 0: there is none.
u32 blank_in_front(std::string_view s);
u32 blank_behind(std::string_view s);

namespace ascii {

inline bool blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1c && c <= 0x1f);
}
inline bool upper(char c)
{
    return c >= 'A' && c <= 'Z';
}
inline bool lower(char c)
{
    return c >= 'a' && c <= 'z';
}
inline bool digit(char c)
{
    return c >= '0' && c <= '9';
}
inline char to_upper(char c)
{
    return lower(c) ? static_cast<char>(c - 32) : c;
}
inline char to_lower(char c)
{
    return upper(c) ? static_cast<char>(c + 32) : c;
}

}  // namespace ascii

}  // namespace lariat::pvm
