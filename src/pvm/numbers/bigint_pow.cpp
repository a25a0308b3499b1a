// Powers, with and without a modulus, and the inverse for negative exponents.
#include <algorithm>
#include <utility>

#include "pvm/numbers/bigint_limbs.hpp"

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
    Wide power;
    power.limbs[0] = 1;
    power.size = 1;
    for (u32 i = limbs_bit_length(e); i-- > 0;) {
        power = product_mod(power.view(), power.view(), m);
        if (bit_at(e, i)) power = product_mod(power.view(), reduced.view().limbs, m);
    }
    if (modulus.negative && power.size != 0) power = limbs_sub(m, power.view());
    return settle(modulus.negative, power, out);
}

}  // namespace lariat::pvm::bigint
