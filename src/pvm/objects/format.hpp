// What format(), % and str.format share: the parsed format spec, and how a field is filled.
#pragma once

#include "pvm/objects/ops.hpp"
#include "pvm/objects/text.hpp"

namespace lariat::pvm {

struct FormatSpec {
    std::string fill = " ";
    char align = 0;
    char sign = '-';
    bool sign_given = false;
    bool alternate = false;
    bool no_minus_zero = false;  ///< z: of no use without floats
    char grouping = 0;
    u64 width = 0;
    i64 precision = -1;
    u32 type = 0;               ///< a character
    bool counts_bytes = false;  ///< the field is one of bytes: its width is of bytes, not of characters
};

/// How a complaint shows a character of a template: as it is, or by its number.
constexpr bool printable_ascii(u32 point) noexcept
{
    return point > 32 && point < 127;
}

/// What a field may be filled up to: beyond it there is no memory, and a refusal can be caught.
inline constexpr u64 WIDTH_MAX = 0x7fffffff;
/// Decimal digits from `at` on; none give 0. False: more than `max`.
bool read_number(std::string_view text, std::size_t& at, u64& out, u64 max = WIDTH_MAX);
/// Appends prefix and body, filled up to the width; charged.
bool pad_field(Vm& vm, const FormatSpec& spec, std::string_view prefix, std::string_view body,
               char default_align, Text& out);
/// The same of a body that has been paid for.
bool pad_made(Vm& vm, const FormatSpec& spec, std::string_view prefix, std::string_view body,
              char default_align, Text& out);
bool format_int(Vm& vm, Value v, const FormatSpec& spec, Text& out);  ///< false: pending

}  // namespace lariat::pvm
