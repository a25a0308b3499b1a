// Shifts, bit operations on two's complement without end, and conversion to and from bytes.
#include <algorithm>

#include "pvm/numbers/bigint_limbs.hpp"

namespace lariat::pvm::bigint {

namespace {

constexpr u64 ONE = 1;

/// Two's complement in as many limbs as asked for, more than the magnitude has.
void to_complement(View v, u32 limbs, Wide& out) noexcept
{
    const u64 flip = v.negative ? U64_MAX : 0;
    u64 carry = v.negative ? 1 : 0;
    for (u32 i = 0; i < limbs; ++i) {
        const u64 limb = (i < v.limbs.size() ? v.limbs[i] : 0) ^ flip;
        out.limbs[i] = limb + carry;
        carry = out.limbs[i] < carry ? 1 : 0;
    }
    out.size = limbs;
}

/// Takes a two's complement back to sign and magnitude.
Status from_complement(Wide& v, Big& out) noexcept
{
    const bool negative = v.limbs[v.size - 1] >> 63 != 0;
    if (negative) {
        u64 carry = 1;
        for (u32 i = 0; i < v.size; ++i) {
            v.limbs[i] = ~v.limbs[i] + carry;
            carry = v.limbs[i] < carry ? 1 : 0;
        }
    }
    return settle(negative, v, out);
}

template <class Operation>
Status bitwise(View a, View b, Big& out, Operation operation) noexcept
{
    const u32 limbs = static_cast<u32>(std::max(checked(a).size(), checked(b).size())) + 1;
    Wide x, y;
    to_complement(a, limbs, x);
    to_complement(b, limbs, y);
    for (u32 i = 0; i < limbs; ++i) x.limbs[i] = operation(x.limbs[i], y.limbs[i]);
    return from_complement(x, out);
}

Wide shifted_left(Limbs a, u32 count) noexcept
{
    Wide out;
    const u32 skip = count / 64, bits = count % 64;
    out.zero(a.size() + skip + 1);
    for (u32 i = 0; i < a.size(); ++i) {
        out.limbs[i + skip] |= a[i] << bits;
        if (bits != 0) out.limbs[i + skip + 1] = a[i] >> (64 - bits);
    }
    out.size = static_cast<u32>(a.size()) + skip + 1;
    out.trim();
    return out;
}

Wide shifted_right(Limbs a, u32 count) noexcept
{
    Wide out;
    const u32 skip = count / 64, bits = count % 64;
    for (u32 i = skip; i < a.size(); ++i) {
        out.limbs[i - skip] = a[i] >> bits;
        if (bits != 0 && i + 1 < a.size()) out.limbs[i - skip] |= a[i + 1] << (64 - bits);
        out.size = i - skip + 1;
    }
    out.trim();
    return out;
}

bool any_below(Limbs a, u32 bit) noexcept
{
    for (u32 i = 0; i < a.size() && i < bit / 64; ++i)
        if (a[i] != 0) return true;
    return bit / 64 < a.size() && (a[bit / 64] & ((ONE << bit % 64) - 1)) != 0;
}

/// A count of shifts; everything above BITS_MAX is alike.
u32 clamped(Limbs count) noexcept
{
    if (count.empty()) return 0;
    return count.size() > 1 || count[0] > BITS_MAX ? BITS_MAX + 1 : static_cast<u32>(count[0]);
}

}  // namespace

Status shift_left(View a, View count, Big& out) noexcept
{
    const Limbs limbs = checked(a);
    if (count.negative) return fail(Status::negative_shift, out);
    if (limbs.empty()) return fail(Status::ok, out);
    const u32 n = clamped(checked(count));
    if (limbs_bit_length(limbs) + n > BITS_MAX) return fail(Status::overflow, out);
    Wide shifted = shifted_left(limbs, n);
    return settle(a.negative, shifted, out);
}

Status shift_right(View a, View count, Big& out) noexcept
{
    const Limbs limbs = checked(a);
    if (count.negative) return fail(Status::negative_shift, out);
    const u32 n = clamped(checked(count));
    Wide shifted = shifted_right(limbs, n);
    if (a.negative && any_below(limbs, n)) shifted = limbs_add(shifted.view(), {&ONE, 1});
    return settle(a.negative, shifted, out);
}

Status bit_and(View a, View b, Big& out) noexcept
{
    return bitwise(a, b, out, [](u64 x, u64 y) { return x & y; });
}

Status bit_or(View a, View b, Big& out) noexcept
{
    return bitwise(a, b, out, [](u64 x, u64 y) { return x | y; });
}

Status bit_xor(View a, View b, Big& out) noexcept
{
    return bitwise(a, b, out, [](u64 x, u64 y) { return x ^ y; });
}

Status invert(View a, Big& out) noexcept
{
    return bitwise(a, View{}, out, [](u64 x, u64) { return ~x; });
}

Status to_bytes(View v, ByteOrder order, bool is_signed, std::span<u8> out) noexcept
{
    const Limbs limbs = checked(v);
    if (v.negative && !is_signed) return Status::negative_unsigned;
    // The bits that are not copies of the sign: those of v, or of -1 - v.
    const Wide magnitude = v.negative ? limbs_sub(limbs, {&ONE, 1}) : limbs_add(limbs, {});
    const u64 bits = u64{limbs_bit_length(magnitude.view())} + (is_signed ? 1 : 0);
    const bool nothing = magnitude.view().empty() && out.empty();  // 0 and -1 fit no bytes, signed or not
    if (bits > 8 * u64{out.size()} && !nothing) return Status::does_not_fit;
    const u8 flip = v.negative ? 0xff : 0;
    for (std::size_t i = 0; i < out.size(); ++i) {
        const std::size_t limb = i / 8;
        const u64 bytes = limb < magnitude.size ? magnitude.limbs[limb] >> i % 8 * 8 : 0;
        out[order == ByteOrder::little ? i : out.size() - 1 - i] = static_cast<u8>(bytes) ^ flip;
    }
    return Status::ok;
}

Status from_bytes(BytesView bytes, ByteOrder order, bool is_signed, Big& out) noexcept
{
    const auto at = [&](std::size_t i) {
        return bytes[order == ByteOrder::little ? i : bytes.size() - 1 - i];
    };
    std::size_t n = bytes.size();
    const bool negative = is_signed && n != 0 && at(n - 1) >= 0x80;
    const u8 flip = negative ? 0xff : 0;
    while (n != 0 && at(n - 1) == flip) --n;  // copies of the sign
    if (n > BITS_MAX / 8) return fail(Status::overflow, out);
    Wide magnitude;  // of the value, or of -1 - value
    magnitude.zero((n + 7) / 8);
    for (std::size_t i = 0; i < n; ++i)
        magnitude.limbs[i / 8] |= u64{static_cast<u8>(at(i) ^ flip)} << i % 8 * 8;
    magnitude.size = static_cast<u32>((n + 7) / 8);
    if (negative) magnitude = limbs_add(magnitude.view(), {&ONE, 1});
    return settle(negative, magnitude, out);
}

}  // namespace lariat::pvm::bigint
