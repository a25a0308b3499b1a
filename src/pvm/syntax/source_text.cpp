// Checks and normalises source before it is tokenised.
#include "pvm/syntax/source_text.hpp"

namespace lariat::pvm::syntax {

namespace {

constexpr std::string_view BYTE_ORDER_MARK = "\xEF\xBB\xBF";

/// Length of the valid character at the start of `text`; 0: none. Overlong forms, surrogates and what is
/// past U+10FFFF are not valid (Unicode, table 3-7).
u32 valid_character(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<u8>(text[i]); };
    const u8 first = byte(0);
    if (first < 0x80) return 1;
    if (first < 0xC2 || first > 0xF4) return 0;
    const u32 width = utf8_width(text[0]);
    if (text.size() < width) return 0;
    for (u32 i = 1; i < width; ++i) {
        if (!is_utf8_continuation(text[i])) return 0;
    }
    if (first == 0xE0 && byte(1) < 0xA0) return 0;
    if (first == 0xED && byte(1) > 0x9F) return 0;
    if (first == 0xF0 && byte(1) < 0x90) return 0;
    if (first == 0xF4 && byte(1) > 0x8F) return 0;
    return width;
}

}  // namespace

Result<std::string, Refusal> source_text(std::string_view source)
{
    if (source.starts_with(BYTE_ORDER_MARK)) source.remove_prefix(BYTE_ORDER_MARK.size());
    std::string text;
    text.reserve(source.size() + 1);
    u32 line = 1;
    u32 column = 1;
    for (std::size_t i = 0; i < source.size();) {
        const u32 width = valid_character(source.substr(i));
        if (width == 0) return Refusal{line, column, "source is not valid UTF-8"};
        if (source[i] == '\0') return Refusal{line, column, "source code cannot contain null bytes"};
        const bool carriage = source[i] == '\r';
        if (carriage && i + 1 < source.size() && source[i + 1] == '\n') ++i;
        if (carriage || source[i] == '\n') {
            text += '\n';
            ++line;
            column = 1;
        } else {
            text += source.substr(i, width);
            ++column;
        }
        i += width;
    }
    if (!text.empty() && text.back() != '\n') text += '\n';
    return text;
}

void append_utf8(std::string& to, u32 code_point)
{
    const auto put = [&](u32 byte) { to += static_cast<char>(byte); };
    if (code_point < 0x80) return put(code_point);
    if (code_point < 0x800) {
        put(0xC0 | code_point >> 6);
    } else if (code_point < 0x10000) {
        put(0xE0 | code_point >> 12);
        put(0x80 | (code_point >> 6 & 0x3F));
    } else {
        put(0xF0 | code_point >> 18);
        put(0x80 | (code_point >> 12 & 0x3F));
        put(0x80 | (code_point >> 6 & 0x3F));
    }
    put(0x80 | (code_point & 0x3F));
}

}  // namespace lariat::pvm::syntax
