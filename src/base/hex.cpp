// Hexadecimal text: encoder and strict decoder.
#include "base/hex.hpp"

#include <algorithm>

namespace lariat {

namespace {

int digit(char c) noexcept
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

template <class Fixed>
std::optional<Fixed> fixed_from_hex(std::string_view text)
{
    Fixed out;
    const auto bytes = from_hex(text);
    if (!bytes || bytes->size() != out.bytes.size()) return std::nullopt;
    std::copy(bytes->begin(), bytes->end(), out.bytes.begin());
    return out;
}

}  // namespace

std::string to_hex(BytesView bytes)
{
    static constexpr char DIGITS[] = "0123456789abcdef";
    std::string out(2 + 2 * bytes.size(), '0');
    out[1] = 'x';
    char* to = out.data() + 2;
    for (const u8 b : bytes) {
        *to++ = DIGITS[b >> 4];
        *to++ = DIGITS[b & 15];
    }
    return out;
}

std::optional<Bytes> from_hex(std::string_view text)
{
    if (!text.starts_with("0x") || text.size() % 2 != 0) return std::nullopt;
    Bytes out;
    out.reserve(text.size() / 2 - 1);
    for (std::size_t i = 2; i < text.size(); i += 2) {
        const int high = digit(text[i]), low = digit(text[i + 1]);
        if (high < 0 || low < 0) return std::nullopt;
        out.push_back(static_cast<u8>(high << 4 | low));
    }
    return out;
}

std::optional<Address> address_from_hex(std::string_view text)
{
    return fixed_from_hex<Address>(text);
}
std::optional<Hash32> hash_from_hex(std::string_view text)
{
    return fixed_from_hex<Hash32>(text);
}

}  // namespace lariat
