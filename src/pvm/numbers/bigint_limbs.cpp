// Schoolbook arithmetic on magnitudes; division is Knuth's algorithm D (TAOCP 2, 4.3.1).
#include "pvm/numbers/bigint_limbs.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "pvm/numbers/limb_rows.hpp"

namespace lariat::pvm::bigint {

u32 limbs_bit_length(Limbs a) noexcept
{
    if (a.empty()) return 0;
    return static_cast<u32>(a.size() * 64) - static_cast<u32>(std::countl_zero(a.back()));
}

std::strong_ordering limbs_compare(Limbs a, Limbs b) noexcept
{
    if (a.size() != b.size()) return a.size() <=> b.size();
    for (std::size_t i = a.size(); i-- > 0;)
        if (a[i] != b[i]) return a[i] <=> b[i];
    return std::strong_ordering::equal;
}

Wide limbs_add(Limbs a, Limbs b) noexcept
{
    if (a.size() < b.size()) std::swap(a, b);
    Wide out;
    u64 carry = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const u128 sum = u128{a[i]} + (i < b.size() ? b[i] : 0) + carry;
        out.limbs[i] = static_cast<u64>(sum);
        carry = static_cast<u64>(sum >> 64);
    }
    out.size = static_cast<u32>(a.size());
    if (carry != 0) out.limbs[out.size++] = carry;
    return out;
}

Wide limbs_sub(Limbs a, Limbs b) noexcept
{
    Wide out;
    u64 borrow = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const u128 difference = u128{a[i]} - (i < b.size() ? b[i] : 0) - borrow;
        out.limbs[i] = static_cast<u64>(difference);
        borrow = static_cast<u64>(difference >> 64) & 1;
    }
    LARIAT_ASSERT(borrow == 0 && b.size() <= a.size());
    out.size = static_cast<u32>(a.size());
    out.trim();
    return out;
}

std::size_t limbs_mul_into(u64* out, Limbs a, Limbs b) noexcept
{
    if (a.empty() || b.empty()) return 0;
    constexpr std::size_t MANY_ROWS = 8;
    if (a.size() > b.size()) std::swap(a, b);  // few rows, and long ones, unless that is more than a block
    if (b.size() > LIMBS_OF_A_BLOCK && a.size() >= MANY_ROWS) std::swap(a, b);
    std::fill_n(out, b.size(), 0);
    add_products(out, b.data(), b.size(), a.data(), a.size());
    const std::size_t size = a.size() + b.size();
    return out[size - 1] == 0 ? size - 1 : size;
}

Wide limbs_mul(Limbs a, Limbs b) noexcept
{
    Wide out;
    out.size = static_cast<u32>(limbs_mul_into(out.limbs.data(), a, b));
    return out;
}

void limbs_mul_add(Wide& value, u64 factor, u64 addend) noexcept
{
    u64 carry = addend;
    for (u32 i = 0; i < value.size; ++i) {
        const u128 t = u128{value.limbs[i]} * factor + carry;
        value.limbs[i] = static_cast<u64>(t);
        carry = static_cast<u64>(t >> 64);
    }
    if (carry != 0) {
        LARIAT_ASSERT(value.size < WIDE_LIMBS);
        value.limbs[value.size++] = carry;
    }
}

u64 limbs_div_small(Wide& value, u64 divisor) noexcept
{
    const u32 bits = static_cast<u32>(std::countl_zero(divisor));
    const Divisor by(divisor << bits);
    const auto below = [bits](u64 limb) { return bits == 0 ? 0 : limb >> (64 - bits); };
    u64 remainder = value.size == 0 ? 0 : below(value.limbs[value.size - 1]);
    for (u32 i = value.size; i-- > 0;)
        value.limbs[i] =
            by.divide(remainder, value.limbs[i] << bits | (i == 0 ? 0 : below(value.limbs[i - 1])));
    value.trim();
    return remainder >> bits;
}

namespace {

/// Shifts left by less than a limb, into a number one limb longer.
template <std::size_t N>
void shifted(Limbs a, u32 bits, std::array<u64, N>& out) noexcept
{
    u64 carry = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        out[i] = a[i] << bits | carry;
        carry = bits == 0 ? 0 : a[i] >> (64 - bits);
    }
    out[a.size()] = carry;
}

/// The digit of the quotient for the top three limbs of what is left and the top two of the divisor:
/// exact, or one too large.
u64 estimate(const Divisor& by, u64 u2, u64 u1, u64 u0, u64 v1, u64 v0) noexcept
{
    u64 digit = U64_MAX;
    u128 rest = u128{u1} + v1;
    if (u2 < v1) {
        digit = by.divide(u2, u1);
        rest = u2;
    }
    while (rest >> 64 == 0 && u128{digit} * v0 > (rest << 64 | u0)) {
        --digit;
        rest += v1;
    }
    return digit;
}

/// What is left, complemented: taking a product away from it is adding one to its complement.
/// True if that was too much, with what is left then wrapped.
bool subtract_product(u64* complement, const u64* v, std::size_t n, u64 digit) noexcept
{
    const u64 carry = add_product(complement, v, n, digit);
    complement[n] += carry;
    return complement[n] < carry;
}

/// Gives one divisor back.
void add_back(u64* complement, const u64* v, std::size_t n) noexcept
{
    u64 borrow = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const u128 difference = u128{complement[i]} - v[i] - borrow;
        complement[i] = static_cast<u64>(difference);
        borrow = static_cast<u64>(difference >> 64) & 1;
    }
    complement[n] -= borrow;
}

}  // namespace

QuotientRemainder limbs_divmod(Limbs a, Limbs b) noexcept
{
    LARIAT_ASSERT(!b.empty() && b.size() <= LIMBS_MAX && a.size() < WIDE_LIMBS);
    QuotientRemainder out;
    if (limbs_compare(a, b) < 0) {
        std::copy(a.begin(), a.end(), out.remainder.limbs.begin());
        out.remainder.size = static_cast<u32>(a.size());
        return out;
    }
    if (b.size() == 1) {
        std::copy(a.begin(), a.end(), out.quotient.limbs.begin());
        out.quotient.size = static_cast<u32>(a.size());
        out.remainder.limbs[0] = limbs_div_small(out.quotient, b[0]);
        out.remainder.size = 1;
        out.remainder.trim();
        return out;
    }
    const u32 bits = static_cast<u32>(std::countl_zero(b.back()));
    const std::size_t n = b.size(), m = a.size() - n;
    std::array<u64, WIDE_LIMBS> u;     // a.size() + 1 of them are set,
    std::array<u64, LIMBS_MAX + 1> v;  // and n + 1 of these
    shifted(a, bits, u);
    shifted(b, bits, v);
    for (std::size_t i = 0; i <= a.size(); ++i) u[i] = ~u[i];  // see subtract_product
    const Divisor by(v[n - 1]);
    for (std::size_t j = m + 1; j-- > 0;) {
        u64 digit = estimate(by, ~u[j + n], ~u[j + n - 1], ~u[j + n - 2], v[n - 1], v[n - 2]);
        if (subtract_product(&u[j], v.data(), n, digit)) {
            --digit;
            add_back(&u[j], v.data(), n);
        }
        out.quotient.limbs[j] = digit;
    }
    out.quotient.size = static_cast<u32>(m + 1);
    out.quotient.trim();
    for (std::size_t i = 0; i < n; ++i)
        out.remainder.limbs[i] = ~u[i] >> bits | (bits == 0 ? 0 : ~u[i + 1] << (64 - bits));
    out.remainder.size = static_cast<u32>(n);
    out.remainder.trim();
    return out;
}

Status settle(bool negative, Wide& value, Big& out) noexcept
{
    value.trim();
    if (limbs_bit_length(value.view()) > BITS_MAX) return fail(Status::overflow, out);
    std::copy_n(value.limbs.begin(), value.size, out.limbs.begin());
    out.size = value.size;
    out.negative = negative && value.size != 0;
    return Status::ok;
}

}  // namespace lariat::pvm::bigint
