// Source as the tokeniser reads it: valid UTF-8, lines that end in '\n'.
#pragma once

#include "pvm/pvm.hpp"

namespace lariat::pvm::syntax {

/// Without a leading byte order mark, with CRLF and CR as LF, with a last newline. Refused: invalid
/// UTF-8, null bytes.
Result<std::string, Refusal> source_text(std::string_view source);

/// Bytes of the character that starts with `first`, a byte of valid UTF-8 that is not a continuation.
inline u32 utf8_width(char first) noexcept
{
    const u8 byte = static_cast<u8>(first);
    return byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

inline bool is_utf8_continuation(char c) noexcept
{
    return (static_cast<u8>(c) & 0xC0) == 0x80;
}

void append_utf8(std::string& to, u32 code_point);

}  // namespace lariat::pvm::syntax
