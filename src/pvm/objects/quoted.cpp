// Text and bytes in quotes, as repr shows them, and without anything beyond ASCII.
#include "base/utf8.hpp"
#include "pvm/objects/ops.hpp"
#include "pvm/objects/text.hpp"

namespace lariat::pvm {

namespace {

constexpr char HEX[] = "0123456789abcdef";

/// Of long text so much is made before it is asked for and paid.
constexpr std::size_t PIECE = 4096;

char quote_of(std::string_view text)
{
    return text.find('\'') != text.npos && text.find('"') == text.npos ? '"' : '\'';
}

/// What stands for c behind a backslash, where it is one character; 0: nothing does.
char behind_backslash(u32 c, char quote)
{
    switch (c) {
        case '\n':
            return 'n';
        case '\r':
            return 'r';
        case '\t':
            return 't';
        default:
            return c == '\\' || c == static_cast<u8>(quote) ? static_cast<char>(c) : '\0';
    }
}

// A bytearray's single quotes are escaped even between double ones: so CPython has it.
void escape_bytes(BytesView bytes, char quote, bool array, std::string& out)
{
    for (const u8 c : bytes) {
        if (const char sign = array && c == '\'' ? '\'' : behind_backslash(c, quote); sign != 0) {
            out += '\\';
            out += sign;
        } else if (c < 0x20 || c >= 0x7f) {
            out += "\\x";
            out += HEX[c >> 4];
            out += HEX[c & 15];
        } else {
            out += static_cast<char>(c);
        }
    }
}

void escape_text(std::string_view text, char quote, bool ascii, std::string& out)
{
    for (std::size_t i = 0; i < text.size();) {
        const auto point = utf8::decode(view(text.substr(i)));
        const u32 c = point->value;
        if (const char sign = behind_backslash(c, quote); sign != 0) {
            out += '\\';
            out += sign;
        } else if (!printable(c) || (ascii && c >= 0x80)) {
            out += c > 0xffff ? "\\U" : c > 0xff ? "\\u" : "\\x";
            for (int shift = c > 0xffff ? 28 : c > 0xff ? 12 : 4; shift >= 0; shift -= 4)
                out += HEX[(c >> shift) & 15];
        } else {
            out += text.substr(i, point->length);
        }
        i += point->length;
    }
}

}  // namespace

void repr_bytes(BytesView bytes, bool array, std::string& out)
{
    const char quote = quote_of(text(bytes));
    out += quote;
    escape_bytes(bytes, quote, array, out);
    out += quote;
}

void repr_text(std::string_view text, std::string& out, bool ascii)
{
    const char quote = quote_of(text);
    out += quote;
    escape_text(text, quote, ascii, out);
    out += quote;
}

void add_quoted_bytes(Text& out, BytesView bytes, bool array)
{
    const char quote = quote_of(text(bytes));
    out.add({&quote, 1});
    std::string made;
    for (; !bytes.empty(); bytes = bytes.subspan(std::min(bytes.size(), PIECE))) {
        made.clear();
        escape_bytes(bytes.first(std::min(bytes.size(), PIECE)), quote, array, made);
        out.add_made(made);
    }
    out.add({&quote, 1});
}

void add_quoted(Text& out, std::string_view text)
{
    const char quote = quote_of(text);
    out.add({&quote, 1});
    std::size_t plain = 0;  // at the head of most text, and all of it
    while (plain < text.size() && text[plain] >= ' ' && text[plain] <= '~' && text[plain] != quote &&
           text[plain] != '\\')
        ++plain;
    out.add_made(text.substr(0, plain));
    text.remove_prefix(plain);
    std::string made;
    while (!text.empty()) {
        const std::string_view piece = utf8::head(text, PIECE);
        made.clear();
        escape_text(piece, quote, false, made);
        out.add_made(made);
        text.remove_prefix(piece.size());
    }
    out.add({&quote, 1});
}

void add_ascii(Text& out, std::string_view text)
{
    std::string made;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t begin = i;
        while (i < text.size() && static_cast<u8>(text[i]) < 0x80) ++i;
        out.add_made(text.substr(begin, i - begin));
        if (i == text.size()) break;
        const u32 n = utf8::decode(view(text.substr(i)))->length;
        made.clear();
        escape_text(text.substr(i, n), '\'', true, made);
        out.add_made(made);
        i += n;
    }
}

std::string hex_digits(u64 n, std::size_t least)
{
    std::string out;
    for (; n != 0 || out.size() < least; n >>= 4) out.insert(0, 1, HEX[n & 15]);
    return out;
}

}  // namespace lariat::pvm
