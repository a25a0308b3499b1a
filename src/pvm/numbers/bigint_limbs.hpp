// Magnitudes as little-endian limbs: what the signed operations of bigint.hpp are made of.
// Sizes returned are normalised: the highest limb counted is not zero.
#pragma once

#include "lariat/assert.hpp"
#include "pvm/numbers/bigint.hpp"

namespace lariat::pvm::bigint {

using Limbs = std::span<const u64>;

/// Room for a product of two operands and the carry limb that division wants above it.
inline constexpr u32 WIDE_LIMBS = 2 * LIMBS_MAX + 2;

struct Wide : LimbRoom<WIDE_LIMBS> {
    Limbs view() const noexcept { return {limbs.data(), size}; }
    void trim() noexcept
    {
        while (size != 0 && limbs[size - 1] == 0) --size;
    }
};

/// What every operand must be. A violation is the caller's bug, whatever the program computed.
inline Limbs checked(View v) noexcept
{
    LARIAT_ASSERT(v.limbs.size() <= LIMBS_MAX);
    LARIAT_ASSERT(v.limbs.empty() ? !v.negative : v.limbs.back() != 0);
    return v.limbs;
}

u32 limbs_bit_length(Limbs a) noexcept;
std::strong_ordering limbs_compare(Limbs a, Limbs b) noexcept;

Wide limbs_add(Limbs a, Limbs b) noexcept;
Wide limbs_sub(Limbs a, Limbs b) noexcept;  ///< a is not less than b
Wide limbs_mul(Limbs a, Limbs b) noexcept;  ///< operands of at most LIMBS_MAX limbs
/// The same where there is room for as many limbs as both have; gives how many of them count.
std::size_t limbs_mul_into(u64* out, Limbs a, Limbs b) noexcept;

struct QuotientRemainder {
    Wide quotient, remainder;
};
/// `a` may be as long as a product; `b` has at most LIMBS_MAX limbs and is not zero.
QuotientRemainder limbs_divmod(Limbs a, Limbs b) noexcept;

/// value × factor + addend, in place. There must be room for one limb more.
void limbs_mul_add(Wide& value, u64 factor, u64 addend) noexcept;
/// value / divisor in place; gives the remainder. The divisor is not zero.
u64 limbs_div_small(Wide& value, u64 divisor) noexcept;

/// Puts the value into `out` if it has at most BITS_MAX bits, else zero and overflow.
Status settle(bool negative, Wide& value, Big& out) noexcept;
inline void clear(Big& out) noexcept
{
    out.negative = false;
    out.size = 0;
}
/// An outcome without a value.
inline Status fail(Status status, Big& out) noexcept
{
    clear(out);
    return status;
}

}  // namespace lariat::pvm::bigint
