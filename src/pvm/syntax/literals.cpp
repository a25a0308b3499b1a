// Integers of any size and the escapes of strings.
#include "pvm/syntax/literals.hpp"

#include <algorithm>

#include "pvm/syntax/characters.hpp"

namespace lariat::pvm::syntax {

namespace {

void multiply_add(std::vector<u64>& limbs, u64 factor, u64 addend)
{
    u128 carry = addend;
    for (u64& limb : limbs) {
        carry += static_cast<u128>(limb) * factor;
        limb = static_cast<u64>(carry);
        carry >>= 64;
    }
    if (carry != 0) limbs.push_back(static_cast<u64>(carry));
}

std::vector<u64> from_decimal(std::string_view digits)
{
    std::vector<u64> limbs;
    u64 chunk = 0;
    u64 scale = 1;
    for (const char c : digits) {
        chunk = chunk * 10 + digit_value(c);
        scale *= 10;
        if (scale < 1'000'000'000'000'000'000) continue;
        multiply_add(limbs, scale, chunk);
        chunk = 0;
        scale = 1;
    }
    if (scale > 1) multiply_add(limbs, scale, chunk);
    return limbs;
}

std::vector<u64> from_bits(std::string_view digits, u32 bits_each)
{
    std::vector<u64> limbs(digits.size() * bits_each / 64 + 1);
    std::size_t bit = 0;
    for (std::size_t i = digits.size(); i-- > 0; bit += bits_each) {
        const u64 value = digit_value(digits[i]);
        limbs[bit / 64] |= value << bit % 64;
        if (bit % 64 + bits_each > 64) limbs[bit / 64 + 1] |= value >> (64 - bit % 64);
    }
    while (!limbs.empty() && limbs.back() == 0) limbs.pop_back();
    return limbs;
}

/// Exactly `count` hexadecimal digits at `at`.
std::optional<u32> hex_digits(std::string_view body, std::size_t at, std::size_t count)
{
    if (body.size() < at + count) return std::nullopt;
    u32 value = 0;
    for (std::size_t i = at; i < at + count; ++i) {
        const u32 digit = digit_value(body[i]);
        if (digit >= 16) return std::nullopt;
        value = value << 4 | digit;
    }
    return value;
}

u32 octal_digits(std::string_view body, std::size_t& at)
{
    u32 value = 0;
    for (std::size_t count = 0; count < 3 && at < body.size() && digit_value(body[at]) < 8; ++count) {
        value = value * 8 + digit_value(body[at++]);
    }
    return value;
}

/// What a backslash and `c` stand for in both kinds of string; nothing: not one of these.
std::optional<std::string_view> simple_escape(char c)
{
    switch (c) {
        case '\n':
            return "";
        case '\\':
            return "\\";
        case '\'':
            return "'";
        case '"':
            return "\"";
        case 'a':
            return "\a";
        case 'b':
            return "\b";
        case 'f':
            return "\f";
        case 'n':
            return "\n";
        case 'r':
            return "\r";
        case 't':
            return "\t";
        case 'v':
            return "\v";
        default:
            return std::nullopt;
    }
}

/// `\x`, `\u` or `\U` with its digits from `at`, which is the letter.
std::optional<std::string> decode_code_point(std::string_view body, std::size_t& at, std::string& to)
{
    const char letter = body[at];
    const std::size_t count = letter == 'x' ? 2 : letter == 'u' ? 4 : 8;
    const std::optional<u32> value = hex_digits(body, at + 1, count);
    if (!value) return std::string("truncated \\") + letter + std::string(count, 'X') + " escape";
    if (*value > 0x10FFFF) return "illegal Unicode character in a \\U escape: past \\U0010FFFF";
    if (*value >= 0xD800 && *value <= 0xDFFF) {
        return "a surrogate is not a character: write it as one \\UXXXXXXXX escape";
    }
    append_utf8(to, *value);
    at += 1 + count;
    return std::nullopt;
}

}  // namespace

std::optional<std::vector<u64>> integer_value(std::string_view token)
{
    constexpr std::size_t DECIMAL_DIGITS_MAX = 1234;  // of 2^4096; converting takes quadratic time
    std::string digits;
    for (const char c : token)
        if (c != '_') digits += c;
    const char kind = digits.size() > 1 ? static_cast<char>(digits[1] | 0x20) : '0';
    const u32 bits = kind == 'x' ? 4 : kind == 'o' ? 3 : kind == 'b' ? 1 : 0;
    std::string_view counted = std::string_view(digits).substr(bits != 0 ? 2 : 0);
    counted.remove_prefix(std::min(counted.find_first_not_of('0'), counted.size()));
    if (bits == 0 && counted.size() > DECIMAL_DIGITS_MAX) return std::nullopt;
    std::vector<u64> limbs = bits != 0 ? from_bits(counted, bits) : from_decimal(counted);
    if (limbs.size() > INTEGER_LIMBS_MAX) return std::nullopt;
    return limbs;
}

StringToken split_string(std::string_view token)
{
    StringToken result;
    std::size_t at = 0;
    for (; token[at] != '"' && token[at] != '\''; ++at) {
        switch (token[at] | 0x20) {
            case 'r':
                result.raw = true;
                break;
            case 'b':
                result.bytes = true;
                break;
            case 'f':
                result.formatted = true;
                break;
            default:
                result.unicode = token[at] == 'u';
                break;  // CPython does not note the kind of U''
        }
    }
    const std::size_t quotes =
        token.size() - at >= 6 && token[at + 1] == token[at] && token[at + 2] == token[at] ? 3 : 1;
    result.body = token.substr(at + quotes, token.size() - at - 2 * quotes);
    return result;
}

std::optional<std::string> decode_text(std::string_view body, bool raw, std::string& to)
{
    for (std::size_t at = 0; at < body.size();) {
        if (raw || body[at] != '\\' || at + 1 == body.size()) {
            to += body[at++];
            continue;
        }
        const char c = body[++at];
        if (const auto simple = simple_escape(c)) {
            to += *simple;
            ++at;
        } else if (digit_value(c) < 8) {
            append_utf8(to, octal_digits(body, at));
        } else if (c == 'x' || c == 'u' || c == 'U') {
            if (auto reason = decode_code_point(body, at, to)) return reason;
        } else if (c == 'N') {
            return "\\N escapes are not available: write the character, or its number as \\u or \\U";
        } else {
            to += '\\';  // an unknown escape stands for itself
        }
    }
    return std::nullopt;
}

std::optional<std::string> decode_bytes(std::string_view body, bool raw, std::string& to)
{
    for (std::size_t at = 0; at < body.size();) {
        if (static_cast<u8>(body[at]) >= 0x80) return "bytes can only contain ASCII literal characters";
        if (raw || body[at] != '\\') {
            to += body[at++];
            continue;
        }
        const char c = body[++at];
        if (const auto simple = simple_escape(c)) {
            to += *simple;
            ++at;
        } else if (digit_value(c) < 8) {
            to += static_cast<char>(octal_digits(body, at));
        } else if (c == 'x') {
            const std::optional<u32> value = hex_digits(body, at + 1, 2);
            if (!value) return "invalid \\x escape in bytes";
            to += static_cast<char>(*value);
            at += 3;
        } else {
            to += '\\';
        }
    }
    return std::nullopt;
}

}  // namespace lariat::pvm::syntax
