// Signed arithmetic: conversions, comparison, the four operations.
#include "pvm/numbers/bigint.hpp"

#include <bit>
#include <utility>

#include "pvm/numbers/bigint_limbs.hpp"

namespace lariat::pvm::bigint {

namespace {

constexpr u64 I64_MIN_MAGNITUDE = u64{1} << 63;

Status add_signed(Limbs a, bool a_negative, Limbs b, bool b_negative, Big& out) noexcept
{
    if (a_negative == b_negative) {
        Wide sum = limbs_add(a, b);
        return settle(a_negative, sum, out);
    }
    const bool a_larger = limbs_compare(a, b) > 0;
    Wide difference = a_larger ? limbs_sub(a, b) : limbs_sub(b, a);
    return settle(a_larger ? a_negative : b_negative, difference, out);
}

}  // namespace

Big from_u128(u128 v) noexcept
{
    Big out;
    out.limbs[0] = static_cast<u64>(v);
    out.limbs[1] = static_cast<u64>(v >> 64);
    out.size = out.limbs[1] != 0 ? 2 : out.limbs[0] != 0 ? 1 : 0;
    return out;
}

Big from_u64(u64 v) noexcept
{
    return from_u128(v);
}

Big from_i64(i64 v) noexcept
{
    Big out = from_u64(v < 0 ? -static_cast<u64>(v) : static_cast<u64>(v));
    out.negative = v < 0;
    return out;
}

std::optional<i64> to_i64(View v) noexcept
{
    const Limbs limbs = checked(v);
    if (limbs.size() > 1) return std::nullopt;
    const u64 magnitude = limbs.empty() ? 0 : limbs[0];
    if (magnitude > (v.negative ? I64_MIN_MAGNITUDE : I64_MIN_MAGNITUDE - 1)) return std::nullopt;
    return static_cast<i64>(v.negative ? -magnitude : magnitude);
}

std::optional<u64> to_u64(View v) noexcept
{
    const Limbs limbs = checked(v);
    if (v.negative || limbs.size() > 1) return std::nullopt;
    return limbs.empty() ? 0 : limbs[0];
}

std::optional<u128> to_u128(View v) noexcept
{
    const Limbs limbs = checked(v);
    if (v.negative || limbs.size() > 2) return std::nullopt;
    u128 out = 0;
    for (std::size_t i = limbs.size(); i-- > 0;) out = out << 64 | limbs[i];
    return out;
}

std::strong_ordering compare(View a, View b) noexcept
{
    if (a.negative != b.negative) return b.negative <=> a.negative;
    return a.negative ? limbs_compare(checked(b), checked(a)) : limbs_compare(checked(a), checked(b));
}

u32 bit_length(View v) noexcept
{
    return limbs_bit_length(checked(v));
}

u32 bit_count(View v) noexcept
{
    u32 ones = 0;
    for (const u64 limb : checked(v)) ones += static_cast<u32>(std::popcount(limb));
    return ones;
}

Status add(View a, View b, Big& out) noexcept
{
    return add_signed(checked(a), a.negative, checked(b), b.negative, out);
}

Status sub(View a, View b, Big& out) noexcept
{
    return add_signed(checked(a), a.negative, checked(b), !b.negative, out);
}

Status mul(View a, View b, Big& out) noexcept
{
    // A product has as many bits as its factors together, or one less.
    if (bit_length(a) + bit_length(b) > BITS_MAX + 1) return fail(Status::overflow, out);
    if (a.limbs.data() == out.limbs.data() || b.limbs.data() == out.limbs.data()) {
        Wide product = limbs_mul(a.limbs, b.limbs);
        return settle(a.negative != b.negative, product, out);
    }
    static_assert(std::tuple_size_v<decltype(out.limbs)> > LIMBS_MAX, "so many bits, however split");
    out.size = static_cast<u32>(limbs_mul_into(out.limbs.data(), a.limbs, b.limbs));
    if (limbs_bit_length(out.view().limbs) > BITS_MAX) return fail(Status::overflow, out);
    out.negative = a.negative != b.negative && out.size != 0;
    return Status::ok;
}

Status divmod(View a, View b, Big& quotient, Big& remainder) noexcept
{
    LARIAT_ASSERT(&quotient != &remainder);
    if (checked(b).empty()) {
        clear(remainder);
        return fail(Status::division_by_zero, quotient);
    }
    const bool signs_differ = a.negative != b.negative, b_negative = b.negative;
    auto [q, r] = limbs_divmod(checked(a), b.limbs);
    if (signs_differ && r.size != 0) {  // towards minus infinity, not towards zero
        static constexpr u64 ONE = 1;
        q = limbs_add(q.view(), {&ONE, 1});
        r = limbs_sub(b.limbs, r.view());
    }
    // Neither can be too large: |quotient| is at most |a|, |remainder| less than |b|.
    const Status remainder_status = settle(b_negative, r, remainder);
    LARIAT_ASSERT(remainder_status == Status::ok);
    return settle(signs_differ, q, quotient);
}

Status negate(View a, Big& out) noexcept
{
    return add_signed({}, false, checked(a), !a.negative, out);
}

}  // namespace lariat::pvm::bigint
