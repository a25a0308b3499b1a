// Powers, with and without a modulus, and the inverse for negative exponents.
#include <algorithm>
#include <bit>
#include <utility>

#include "pvm/numbers/bigint_limbs.hpp"
#include "pvm/numbers/limb_rows.hpp"
#include "pvm/numbers/word.hpp"

namespace lariat::pvm::bigint {

namespace {

bool bit_at(Limbs a, u32 i) noexcept
{
    return (a[i / 64] >> i % 64 & 1) != 0;
}

bool is_one(Limbs a) noexcept
{
    return a.size() == 1 && a[0] == 1;
}

Wide product_mod(Limbs a, Limbs b, Limbs modulus) noexcept
{
    const Wide product = limbs_mul(a, b);
    return limbs_divmod(product.view(), modulus).remainder;
}

/// The inverse of `a` modulo `modulus` (both positive, modulus above 1) by Euclid's algorithm; false if
/// they have a common divisor. The coefficients never exceed the modulus.
bool inverse(Limbs a, Limbs modulus, Big& out) noexcept
{
    if (modulus.size() == 1) {
        const auto found = inverse_word(a.empty() ? 0 : a[0], modulus[0]);
        out = from_u64(found.value_or(0));
        return found.has_value();
    }
    Big r0, r1, s0, s1 = from_u64(1), quotient, rest, product;
    Status all = add({false, modulus}, s0, r0);
    all = std::max(all, add({false, a}, s0, r1));
    while (r1.size != 0) {
        all = std::max(all, divmod(r0, r1, quotient, rest));
        r0 = std::exchange(r1, rest);
        all = std::max(all, mul(quotient, s1, product));
        all = std::max(all, sub(s0, product, product));
        s0 = std::exchange(s1, product);
    }
    if (!is_one(r0.view().limbs)) return false;
    all = std::max(all, divmod(s0, {false, modulus}, quotient, out));
    LARIAT_ASSERT(all == Status::ok);
    return true;
}

/// Of a base below the modulus, both of one limb.
u64 pow_mod_limb(u64 base, Limbs exponent, u64 modulus) noexcept
{
    const int bits = std::countl_zero(modulus);
    const Divisor by(modulus << bits);
    const auto times = [&](u64 x, u64 y) {
        const u128 product = u128{x} * y << bits;  // below modulus << bits in its upper half
        u64 rest = static_cast<u64>(product >> 64);
        by.divide(rest, static_cast<u64>(product));
        return rest >> bits;
    };
    u64 power = 1;
    for (u32 i = limbs_bit_length(exponent); i-- > 0;) {
        power = times(power, power);
        if (bit_at(exponent, i)) power = times(power, base);
    }
    return power;
}

/// Of a base below the modulus.
Wide raised(Limbs base, Limbs exponent, Limbs modulus) noexcept
{
    Wide power;
    power.limbs[0] = 1;
    power.size = 1;
    if (modulus.size() == 1) {
        power.limbs[0] = pow_mod_limb(base.empty() ? 0 : base[0], exponent, modulus[0]);
        power.trim();
        return power;
    }
    for (u32 i = limbs_bit_length(exponent); i-- > 0;) {
        power = product_mod(power.view(), power.view(), modulus);
        if (bit_at(exponent, i)) power = product_mod(power.view(), base, modulus);
    }
    return power;
}

}  // namespace

Status pow(View base, View exponent, Big& out) noexcept
{
    const Limbs b = checked(base), e = checked(exponent);
    if (exponent.negative) return fail(b.empty() ? Status::division_by_zero : Status::negative_exponent, out);
    if (e.empty() || is_one(b)) {
        const bool negative = !e.empty() && base.negative && (e[0] & 1) != 0;
        out = from_i64(negative ? -1 : 1);
        return Status::ok;
    }
    if (b.empty()) {
        out = Big{};
        return Status::ok;
    }
    // |base| is at least 2^(bits - 1) and that at least 2, so no exponent above BITS_MAX can fit.
    if (e.size() > 1 || e[0] > BITS_MAX || (limbs_bit_length(b) - 1) * e[0] >= BITS_MAX)
        return fail(Status::overflow, out);
    const u64 n = e[0];
    Big power;
    Status status = add(base, View{}, power);
    // From the second highest bit down: every step but the last is a smaller power than the result, so
    // the first overflow is the result's.
    for (u32 i = limbs_bit_length({&n, 1}) - 1; i-- > 0 && status == Status::ok;) {
        status = mul(power, power, power);
        if (status == Status::ok && (n >> i & 1) != 0) status = mul(power, base, power);
    }
    out = power;
    return status;
}

Status pow_mod(View base, View exponent, View modulus, Big& out) noexcept
{
    const Limbs m = checked(modulus), e = checked(exponent);
    if (m.empty()) return fail(Status::division_by_zero, out);
    if (is_one(m)) {
        out = Big{};
        return Status::ok;
    }
    Big quotient, reduced;
    Status status = divmod(base, {false, m}, quotient, reduced);
    LARIAT_ASSERT(status == Status::ok);
    if (exponent.negative && !inverse(reduced.view().limbs, m, reduced))
        return fail(Status::not_invertible, out);
    Wide power = raised(reduced.view().limbs, e, m);
    if (modulus.negative && power.size != 0) power = limbs_sub(m, power.view());
    return settle(modulus.negative, power, out);
}

}  // namespace lariat::pvm::bigint
