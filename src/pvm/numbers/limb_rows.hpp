// One row of a product or of a long division: where the time of large numbers goes.
#pragma once

#include <cstddef>

#include "lariat/types.hpp"

namespace lariat::pvm::bigint {

/// Rows of no more limbs cost least for each of them.
inline constexpr std::size_t LIMBS_OF_A_BLOCK = 32;

/// The same for every length, in what any processor has.
inline u64 add_product_plainly(u64* out, const u64* limbs, std::size_t n, u64 factor, u64 carry) noexcept
{
    for (std::size_t i = 0; i < n; ++i) {
        const u128 t = u128{factor} * limbs[i] + out[i] + carry;  // at most 2^128 - 1
        out[i] = static_cast<u64>(t);
        carry = static_cast<u64>(t >> 64);
    }
    return carry;
}

inline void add_products_plainly(u64* out, const u64* limbs, std::size_t n, const u64* factors,
                                 std::size_t rows) noexcept
{
    for (std::size_t i = 0; i < rows; ++i) out[i + n] = add_product_plainly(out + i, limbs, n, factors[i], 0);
}

/// In instructions with two chains of carries where the processor has them.
u64 add_product_of_many(u64* out, const u64* limbs, std::size_t n, u64 factor) noexcept;

void add_products_of_many(u64* out, const u64* limbs, std::size_t n, const u64* factors,
                          std::size_t rows) noexcept;

/// out[0..n) += factor × limbs[0..n); gives what is carried out of them.
inline u64 add_product(u64* out, const u64* limbs, std::size_t n, u64 factor) noexcept
{
    constexpr std::size_t FEW = 4;
    return n < FEW ? add_product_plainly(out, limbs, n, factor, 0)
                   : add_product_of_many(out, limbs, n, factor);
}

/// All rows of a product, at least one: out[i..i + n) += factors[i] × limbs[0..n), of which out[i + n]
/// becomes the carry.
inline void add_products(u64* out, const u64* limbs, std::size_t n, const u64* factors,
                         std::size_t rows) noexcept
{
    constexpr std::size_t FEW = 4;
    n < FEW ? add_products_plainly(out, limbs, n, factors, rows)
            : add_products_of_many(out, limbs, n, factors, rows);
}

/// Divides two limbs by one that has its highest bit, of whose reciprocal the product is taken: of Möller
/// and Granlund, "Improved division by invariant integers".
class Divisor {
public:
    explicit Divisor(u64 d) noexcept : d_(d), reciprocal_(static_cast<u64>(((u128{~d} << 64) | ~u64{0}) / d))
    {
    }
    /// high is below the divisor, and becomes the remainder.
    u64 divide(u64& high, u64 low) const noexcept
    {
        const u128 q = u128{reciprocal_} * high + ((u128{high} << 64) | low);
        u64 quotient = static_cast<u64>(q >> 64) + 1;
        u64 rest = low - quotient * d_;
        if (rest > static_cast<u64>(q)) {
            --quotient;
            rest += d_;
        }
        if (rest >= d_) {
            ++quotient;
            rest -= d_;
        }
        high = rest;
        return quotient;
    }

private:
    u64 d_, reciprocal_;
};

}  // namespace lariat::pvm::bigint
