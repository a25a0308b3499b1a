// Strict UTF-8 (RFC 3629): no surrogates, no overlong forms, nothing above U+10FFFF.
#pragma once

#include <optional>
#include <string_view>

#include "lariat/types.hpp"

namespace lariat::utf8 {

struct CodePoint {
    u32 value;
    u32 length;  ///< of its encoding, in bytes
};

/// The first code point; nullopt if `bytes` is empty or does not begin with a well-formed one.
std::optional<CodePoint> decode(BytesView bytes) noexcept;

/// The number of bytes from the start that are well-formed: the size if all are.
std::size_t valid_prefix(BytesView bytes) noexcept;
inline bool valid(BytesView bytes) noexcept
{
    return valid_prefix(bytes) == bytes.size();
}

/// The number of code points; nullopt if `bytes` is not well-formed.
std::optional<std::size_t> count(BytesView bytes) noexcept;

constexpr bool is_surrogate(u32 value) noexcept
{
    return value >= 0xd800 && value <= 0xdfff;
}

/// The number of bytes of the encoding; 0 if `value` is a surrogate or above U+10FFFF.
constexpr u32 encoded_length(u32 value) noexcept
{
    if (value > 0x10ffff || is_surrogate(value)) return 0;
    return value < 0x80 ? 1 : value < 0x800 ? 2 : value < 0x10000 ? 3 : 4;
}

/// The beginning of well-formed text, cut after `bytes` bytes or where the code point that crosses them ends.
constexpr std::string_view head(std::string_view text, std::size_t bytes) noexcept
{
    while (bytes < text.size() && (static_cast<u8>(text[bytes]) & 0xc0) == 0x80) ++bytes;
    return text.substr(0, bytes);
}

/// The first `points` code points of well-formed text, or all of it.
constexpr std::string_view head_of_points(std::string_view text, std::size_t points) noexcept
{
    std::size_t end = 0;
    for (; end < text.size(); ++end)
        if ((static_cast<u8>(text[end]) & 0xc0) != 0x80 && points-- == 0) break;
    return text.substr(0, end);
}

/// Appends the encoding of `value`. Returns false and appends nothing if it has none.
bool append(std::string& out, u32 value);

}  // namespace lariat::utf8
