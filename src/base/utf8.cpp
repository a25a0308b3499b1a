// UTF-8 decoding by the table of well-formed byte sequences (Unicode, table 3-7).
#include "base/utf8.hpp"

namespace lariat::utf8 {

namespace {

struct Lead {
    u32 length = 0;  // 0: no character begins with this byte
    u8 second_min = 0x80, second_max = 0xbf;
};

constexpr Lead lead_of(u8 b) noexcept
{
    if (b < 0x80) return {1};
    if (b < 0xc2) return {};  // continuation, or overlong
    if (b < 0xe0) return {2};
    if (b < 0xf0)
        return {3, static_cast<u8>(b == 0xe0 ? 0xa0 : 0x80), static_cast<u8>(b == 0xed ? 0x9f : 0xbf)};
    if (b < 0xf5)
        return {4, static_cast<u8>(b == 0xf0 ? 0x90 : 0x80), static_cast<u8>(b == 0xf4 ? 0x8f : 0xbf)};
    return {};
}

}  // namespace

std::optional<CodePoint> decode(BytesView bytes) noexcept
{
    if (bytes.empty()) return std::nullopt;
    const Lead lead = lead_of(bytes[0]);
    if (lead.length == 1) return CodePoint{bytes[0], 1};
    if (lead.length == 0 || lead.length > bytes.size()) return std::nullopt;
    if (bytes[1] < lead.second_min || bytes[1] > lead.second_max) return std::nullopt;
    u32 value = bytes[0] & (0x7fu >> lead.length);
    for (u32 i = 1; i < lead.length; ++i) {
        if ((bytes[i] & 0xc0) != 0x80) return std::nullopt;
        value = value << 6 | (bytes[i] & 0x3fu);
    }
    return CodePoint{value, lead.length};
}

std::size_t valid_prefix(BytesView bytes) noexcept
{
    std::size_t at = 0;
    while (at < bytes.size()) {
        if (bytes[at] < 0x80) {
            ++at;
            continue;
        }
        const auto point = decode(bytes.subspan(at));
        if (!point) break;
        at += point->length;
    }
    return at;
}

std::optional<std::size_t> count(BytesView bytes) noexcept
{
    if (!valid(bytes)) return std::nullopt;
    std::size_t n = 0;
    for (const u8 b : bytes) n += (b & 0xc0) != 0x80;
    return n;
}

bool append(std::string& out, u32 value)
{
    const u32 length = encoded_length(value);
    if (length == 0) return false;
    if (length == 1) {
        out.push_back(static_cast<char>(value));
        return true;
    }
    const u32 mark = 0xff00u >> length & 0xff;
    out.push_back(static_cast<char>(mark | value >> 6 * (length - 1)));
    for (u32 i = length - 1; i-- > 0;) out.push_back(static_cast<char>(0x80 | (value >> 6 * i & 0x3f)));
    return true;
}

}  // namespace lariat::utf8
