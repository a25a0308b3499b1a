// Tests of the base fee of the next block (FEE-9).
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/checked.hpp"
#include "chain/params.hpp"

namespace lariat::chain {
namespace {

constexpr u64 TARGET = 10'000'000;
const u128 CEILING = parse_decimal("1000000000000000000000000").value();

TEST(BaseFee, TheCheckOfFeesMd)
{
    EXPECT_EQ(next_basefee(1'000'000, 12'000'000, TARGET, 1), u128{1'025'000});
}

TEST(BaseFee, MovesByAnEighthAtMostAndNotAtAllAtTheTarget)
{
    EXPECT_EQ(next_basefee(1'000'000, 0, TARGET, 1), u128{875'000});
    EXPECT_EQ(next_basefee(1'000'000, TARGET / 2, TARGET, 1), u128{937'500});
    EXPECT_EQ(next_basefee(1'000'000, TARGET, TARGET, 1), u128{1'000'000});
    EXPECT_EQ(next_basefee(1'000'000, 2 * TARGET, TARGET, 1), u128{1'125'000});
    EXPECT_EQ(next_basefee(1'000'000, 9 * TARGET, TARGET, 1), u128{1'125'000})
        << "twice the target is the most";
    EXPECT_EQ(next_basefee(1'000'000, U64_MAX, 1, 1), u128{1'125'000});
}

TEST(BaseFee, RisesByOneAtLeastAndNeedNotFall)
{
    EXPECT_EQ(next_basefee(1, TARGET + 1, TARGET, 1), u128{2});
    EXPECT_EQ(next_basefee(7, 2 * TARGET, TARGET, 1), u128{8});
    EXPECT_EQ(next_basefee(7, 0, TARGET, 1), u128{7}) << "an eighth of it is nothing";
    EXPECT_EQ(next_basefee(8, 0, TARGET, 1), u128{7});
    EXPECT_EQ(next_basefee(1'000'000, TARGET - 1, TARGET, 1), u128{1'000'000});
    EXPECT_EQ(next_basefee(1'000'000, TARGET + 1, TARGET, 1), u128{1'000'001});
}

TEST(BaseFee, StaysBetweenFloorAndCeiling)
{
    EXPECT_EQ(next_basefee(100, 0, TARGET, 95), u128{95});
    EXPECT_EQ(next_basefee(50, 0, TARGET, 95), u128{95}) << "a floor above the fee";
    EXPECT_EQ(next_basefee(CEILING - 1, 2 * TARGET, TARGET, 1), CEILING);
    EXPECT_EQ(next_basefee(CEILING, 2 * TARGET, TARGET, 1), CEILING);
    EXPECT_EQ(next_basefee(CEILING, TARGET, TARGET, 1), CEILING);
    EXPECT_EQ(next_basefee(CEILING, 0, TARGET, 1), CEILING - CEILING / 8);
}

RC_GTEST_PROP(BaseFee, FollowsTheFormulaWhereItNeedsNoMoreThan128Bits, (u32 fee, u32 usage, u32 other))
{
    const u64 f = u64{fee} + 1, target = u64{other} + 1;
    const u64 distance = usage > target ? usage - target : target - usage;
    const u64 step = std::min(static_cast<u64>(u128{f} * distance / (u128{8} * target)), f / 8);
    const u64 expected = usage > target   ? f + std::max<u64>(1, step)
                         : usage < target ? std::max<u64>(1, f - step)
                                          : f;
    RC_ASSERT(next_basefee(f, usage, target, 1) == u128{expected});
}

}  // namespace
}  // namespace lariat::chain
