// Base64: OpenSSL's encoder, the strict decoder, and a decoder with the rules of CPython's binascii.
#include "base/base64.hpp"

#include <openssl/evp.h>

#include <algorithm>

namespace lariat {

namespace {

constexpr std::string_view STANDARD_DIGITS =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr u8 NO_DIGIT = 64;

using Values = std::array<u8, 256>;

constexpr Values make_values(bool standard, bool url_safe)
{
    Values values{};
    values.fill(NO_DIGIT);
    for (u8 i = 0; i < 62; ++i) values[static_cast<u8>(STANDARD_DIGITS[i])] = i;
    if (standard) values['+'] = 62, values['/'] = 63;
    if (url_safe) values['-'] = 62, values['_'] = 63;
    return values;
}
constexpr Values STANDARD_VALUES = make_values(true, false);
constexpr Values URL_SAFE_VALUES = make_values(false, true);
constexpr Values EITHER_VALUES = make_values(true, true);

/// OpenSSL counts with int, and writes a zero behind each piece, where the next one begins.
constexpr std::size_t PIECE = std::size_t{3} << 20;

/// Collects digits into bytes.
struct Quad {
    u32 position = 0;  // digits of the current group of four seen so far
    u8 left = 0;       // bits of the last digit that no byte has yet

    void take(u8 digit, Bytes& out)
    {
        if (position != 0) out.push_back(static_cast<u8>(left << 2 * position | digit >> (6 - 2 * position)));
        left = digit & (0x3f >> 2 * position);
        position = (position + 1) % 4;
        if (position == 0) left = 0;
    }
};

std::string bad_padding(std::size_t bytes_out, u32 position)
{
    if (position != 1) return "Incorrect padding";
    return "Invalid base64-encoded string: number of data characters (" +
           std::to_string(bytes_out / 3 * 4 + 1) + ") cannot be 1 more than a multiple of 4";
}

}  // namespace

std::string base64_encode(BytesView bytes, Base64Alphabet alphabet)
{
    std::string out((bytes.size() + 2) / 3 * 4, '\0');
    for (std::size_t i = 0; i < bytes.size(); i += PIECE) {
        const BytesView piece = bytes.subspan(i, std::min(PIECE, bytes.size() - i));
        EVP_EncodeBlock(reinterpret_cast<u8*>(out.data()) + i / 3 * 4, piece.data(),
                        static_cast<int>(piece.size()));
    }
    if (alphabet == Base64Alphabet::url_safe) {
        std::replace(out.begin(), out.end(), '+', '-');
        std::replace(out.begin(), out.end(), '/', '_');
    }
    return out;
}

std::optional<Bytes> base64_decode(std::string_view text, Base64Alphabet alphabet)
{
    if (text.size() % 4 != 0) return std::nullopt;
    std::string_view digits = text;
    for (int i = 0; i < 2 && digits.ends_with('='); ++i) digits.remove_suffix(1);
    const Values& values = alphabet == Base64Alphabet::url_safe ? URL_SAFE_VALUES : STANDARD_VALUES;
    Bytes out;
    out.reserve(text.size() / 4 * 3);
    Quad quad;
    for (const char c : digits) {
        const u8 digit = values[static_cast<u8>(c)];
        if (digit == NO_DIGIT) return std::nullopt;
        quad.take(digit, out);
    }
    // The length is a multiple of four and at most two characters are padding, so a lone digit cannot occur.
    if (quad.left != 0) return std::nullopt;
    return out;
}

Result<Bytes, std::string> base64_decode_python(std::string_view text, Base64Mode mode,
                                                Base64Alphabet alphabet)
{
    const bool strict = mode == Base64Mode::validate;
    const Values& values = alphabet == Base64Alphabet::url_safe ? EITHER_VALUES : STANDARD_VALUES;
    if (strict && text.starts_with('=')) return std::string("Leading padding not allowed");
    Bytes out;
    out.reserve(text.size() / 4 * 3 + 3);
    Quad quad;
    u32 pads = 0;
    bool pad_seen = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '=') {
            pad_seen = true;
            if (quad.position >= 2 && quad.position + ++pads >= 4) {
                // The group is complete. Python ignores everything after it.
                if (strict && i + 1 < text.size()) return std::string("Excess data after padding");
                return out;
            }
            continue;
        }
        const u8 digit = values[static_cast<u8>(text[i])];
        if (digit == NO_DIGIT) {
            if (strict) return std::string("Only base64 data is allowed");
            continue;
        }
        if (strict && pad_seen) return std::string("Discontinuous padding not allowed");
        pads = 0;
        quad.take(digit, out);
    }
    if (quad.position != 0) return bad_padding(out.size(), quad.position);
    return out;
}

}  // namespace lariat
