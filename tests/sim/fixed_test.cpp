// The functions in fixed point, against those of the platform.
#include "sim/fixed.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace lariat::sim {
namespace {

constexpr double SCALE = 4294967296.0;

double value(Q32 x)
{
    return static_cast<double>(x) / SCALE;
}

TEST(Fixed, SIM8_ExpIsThatOfThePlatformWithinItsLastBits)
{
    for (double x = -20; x < 21; x += 0.0371) {
        const double wanted = std::exp(value(q32_of(x)));
        EXPECT_NEAR(wanted, value(q32_exp(q32_of(x))), 4 / SCALE + wanted * 1e-12) << x;
    }
    EXPECT_EQ(Q32_ONE, q32_exp(0));
    EXPECT_EQ(0, q32_exp(q32(-40)));
    EXPECT_EQ(Q32_MAX, q32_exp(q32(40)));
}

TEST(Fixed, SIM8_LnAndPowAreThoseOfThePlatformWithinTheirLastBits)
{
    for (double x = 0.0004; x < 2e9; x *= 1.093) {
        EXPECT_NEAR(std::log(value(q32_of(x))), value(q32_ln(q32_of(x))), 4 / SCALE) << x;
    }
    for (double x = 0.1; x < 100; x *= 1.17) {
        const double wanted = std::pow(value(q32_of(x)), value(q32_of(0.2)));
        EXPECT_NEAR(wanted, value(q32_pow(q32_of(x), q32_of(0.2))), 16 / SCALE) << x;
    }
}

TEST(Fixed, SIM8_SqrtIsTheLargestWhoseSquareIsNotAbove)
{
    for (double x = 0; x < 2e9; x = 1.31 * x + 0.001) {
        const Q32 root = q32_sqrt(q32_of(x));
        EXPECT_LE(u128(root) * u128(root), u128(q32_of(x)) << 32);
        EXPECT_GT(u128(root + 1) * u128(root + 1), u128(q32_of(x)) << 32);
    }
}

TEST(Fixed, SIM8_WhatIsTooLargeGivesTheLargestNumber)
{
    EXPECT_EQ(Q32_MAX, q32_mul(q32(100'000), q32(100'000)));
    EXPECT_EQ(-Q32_MAX, q32_mul(q32(100'000), q32(-100'000)));
    EXPECT_EQ(Q32_MAX, q32_ratio(i128{1} << 120, 1));
    EXPECT_EQ(q32(3), q32_ratio(6, 2));
}

}  // namespace
}  // namespace lariat::sim
