// Tests of products of limb rows of every length: processor instructions against the portable code.
#include "pvm/numbers/limb_rows.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <vector>

namespace lariat::pvm::bigint {
namespace {

constexpr std::size_t LONGEST = 2 * LIMBS_OF_A_BLOCK + 5;

/// Limbs of nothing, of nothing but ones, and of anything: where carries run and where they do not.
std::vector<u64> limbs(std::mt19937_64& random, std::size_t n)
{
    std::vector<u64> out(n);
    for (u64& limb : out) {
        const u64 kind = random() % 4;
        limb = kind == 0 ? 0 : kind == 1 ? ~u64{0} : random();
    }
    return out;
}

TEST(LimbRows, ARowOfAnyLengthIsThatOfThePlainWayAndTouchesNothingBeyond)
{
    std::mt19937_64 random(1);
    for (std::size_t n = 1; n <= LONGEST; ++n) {
        for (const u64 factor : std::array<u64, 3>{1, ~u64{0}, random()}) {
            const std::vector<u64> row = limbs(random, n), before = limbs(random, n + 2);
            std::vector<u64> ours = before, plain = before;
            const u64 carry = add_product(&ours[1], row.data(), n, factor);
            ASSERT_EQ(add_product_plainly(&plain[1], row.data(), n, factor, 0), carry) << n;
            ASSERT_EQ(plain, ours) << n;
        }
    }
}

TEST(LimbRows, AProductOfAnyLengthsIsThatOfThePlainWayAndTouchesNothingBeyond)
{
    std::mt19937_64 random(2);
    for (std::size_t n = 1; n <= LONGEST; ++n) {
        for (std::size_t rows = 1; rows <= LONGEST; ++rows) {
            const std::vector<u64> row = limbs(random, n), factors = limbs(random, rows);
            const std::vector<u64> before = limbs(random, n + rows + 2);
            std::vector<u64> ours = before, plain = before;
            add_products(&ours[1], row.data(), n, factors.data(), rows);
            add_products_plainly(&plain[1], row.data(), n, factors.data(), rows);
            ASSERT_EQ(plain, ours) << n << " limbs, " << rows << " rows";
        }
    }
}

}  // namespace
}  // namespace lariat::pvm::bigint
