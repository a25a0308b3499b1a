// Integers as text, in the bases and forms of Python's int() and str().
#include <algorithm>

#include "pvm/numbers/bigint_limbs.hpp"

namespace lariat::pvm::bigint {

namespace {

constexpr u32 BASE_MAX = 36;

/// The largest power of a base that fits a limb: digits are converted that many at a time.
struct Chunk {
    u64 power = 1;
    u32 digits = 0;
};

constexpr Chunk chunk_of(u32 base) noexcept
{
    Chunk c;
    for (; c.power <= U64_MAX / base; ++c.digits) c.power *= base;
    return c;
}

/// BASE_MAX if it is no digit of any base.
u32 digit_value(char c) noexcept
{
    if (c >= '0' && c <= '9') return static_cast<u32>(c - '0');
    if (c >= 'a' && c <= 'z') return static_cast<u32>(c - 'a') + 10;
    if (c >= 'A' && c <= 'Z') return static_cast<u32>(c - 'A') + 10;
    return BASE_MAX;
}

bool is_blank(char c) noexcept
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

u32 base_of_prefix(std::string_view text) noexcept
{
    if (text.size() < 2 || text[0] != '0') return 0;
    switch (text[1]) {
        case 'x':
        case 'X':
            return 16;
        case 'o':
        case 'O':
            return 8;
        case 'b':
        case 'B':
            return 2;
        default:
            return 0;
    }
}

constexpr std::string_view DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz";

/// In a base of so many bits: each digit is where it is in the limbs, or across two of them.
std::string text_in_bits(View v, u32 digit_bits)
{
    const std::span<const u64> limbs = v.limbs;
    const std::size_t bits = limbs.size() * 64 - static_cast<std::size_t>(__builtin_clzll(limbs.back()));
    const std::size_t digits = (bits + digit_bits - 1) / digit_bits, sign = v.negative ? 1 : 0;
    const u64 mask = (u64{1} << digit_bits) - 1;
    std::string out(sign + digits, '-');
    for (std::size_t i = 0, at = 0; i < digits; ++i, at += digit_bits) {
        u64 part = limbs[at / 64] >> at % 64;
        if (at % 64 + digit_bits > 64 && at / 64 + 1 < limbs.size())
            part |= limbs[at / 64 + 1] << (64 - at % 64);
        out[out.size() - 1 - i] = DIGITS[part & mask];
    }
    return out;
}

/// Digits of the base with single underscores between them, one digit at least.
bool well_formed(std::string_view digits, u32 base) noexcept
{
    bool digit_before = false;
    for (const char c : digits) {
        const bool digit = digit_value(c) < base;
        if (!digit && (c != '_' || !digit_before)) return false;
        digit_before = digit;
    }
    return digit_before;
}

}  // namespace

std::string to_text(View v, u32 base)
{
    LARIAT_ASSERT(base >= 2 && base <= BASE_MAX);
    if (checked(v).empty()) return "0";
    if ((base & (base - 1)) == 0) return text_in_bits(v, static_cast<u32>(__builtin_ctz(base)));
    const Chunk chunk = chunk_of(base);
    Wide left;
    std::copy(v.limbs.begin(), v.limbs.end(), left.limbs.begin());
    left.size = static_cast<u32>(v.limbs.size());
    std::string out;  // lowest digit first
    while (left.size != 0) {
        u64 part = limbs_div_small(left, chunk.power);
        for (u32 i = 0; i < chunk.digits && (part != 0 || left.size != 0); ++i, part /= base)
            out.push_back(DIGITS[part % base]);
    }
    if (v.negative) out.push_back('-');
    std::reverse(out.begin(), out.end());
    return out;
}

Status from_text(std::string_view text, u32 base, Big& out) noexcept
{
    LARIAT_ASSERT(base == 0 || (base >= 2 && base <= BASE_MAX));
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);

    const u32 prefix_base = base_of_prefix(text);
    bool only_zero = false;  // Python reads no number from "012" when the base is open
    if (prefix_base != 0 && (base == 0 || base == prefix_base)) {
        base = prefix_base;
        text.remove_prefix(2);
        if (text.starts_with('_')) text.remove_prefix(1);
    } else if (base == 0) {
        base = 10;
        only_zero = text.starts_with('0');
    }
    if (!well_formed(text, base)) return fail(Status::invalid_text, out);

    const Chunk chunk = chunk_of(base);
    Wide value;
    u64 part = 0, part_power = 1;
    for (const char c : text) {
        if (c == '_') continue;
        part = part * base + digit_value(c);
        part_power *= base;
        if (part_power != chunk.power) continue;
        limbs_mul_add(value, part_power, part);
        if (value.size > LIMBS_MAX) return fail(only_zero ? Status::invalid_text : Status::overflow, out);
        part = 0;
        part_power = 1;
    }
    limbs_mul_add(value, part_power, part);
    if (only_zero && value.size != 0) return fail(Status::invalid_text, out);
    return settle(negative, value, out);
}

}  // namespace lariat::pvm::bigint
