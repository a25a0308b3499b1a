// The random numbers, against the distributions that they claim (Kolmogorov and Smirnov) and pinned.
#include "sim/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace lariat::sim::random_test {
namespace {

constexpr u64 N = 20'000;
constexpr double SCALE = 4294967296.0;

/// The largest distance of the sample from the distribution, times sqrt(n). Above 1.95 in one of a thousand.
double distance(const std::function<Q32(Draw&)>& draw, const std::function<double(double)>& below)
{
    std::vector<double> sample;
    for (u64 n = 0; n < N; ++n) {
        Draw from(7, 3, Purpose::gas, n);
        sample.push_back(static_cast<double>(draw(from)) / SCALE);
    }
    std::sort(sample.begin(), sample.end());
    double worst = 0;
    for (u64 i = 0; i < N; ++i) {
        const double p = below(sample[i]), n = static_cast<double>(N);
        worst = std::max({worst, p - static_cast<double>(i) / n, static_cast<double>(i + 1) / n - p});
    }
    return worst * std::sqrt(static_cast<double>(N));
}

constexpr double LARGEST = 1.95;

double normal_below(double x)
{
    return 0.5 * std::erfc(-x / std::sqrt(2.0));
}

TEST(Random, SIM9_TheDistributionsAreWhatTheyAreCalled)
{
    EXPECT_LT(distance([](Draw& d) { return d.uniform(); }, [](double x) { return x; }), LARGEST);
    EXPECT_LT(distance([](Draw& d) { return d.normal(); }, normal_below), LARGEST);
    EXPECT_LT(distance([](Draw& d) { return d.exponential(); }, [](double x) { return 1 - std::exp(-x); }),
              LARGEST);
    EXPECT_LT(distance([](Draw& d) { return d.lognormal(q32(100), Q32_ONE / 2); },
                       [](double x) { return normal_below(2 * std::log(x / 100)); }),
              LARGEST);
    EXPECT_LT(distance([](Draw& d) { return d.pareto(q32(2), q32(3)); },
                       [](double x) { return 1 - std::pow(2 / x, 3); }),
              LARGEST);
    EXPECT_GT(distance([](Draw& d) { return d.normal(); }, [](double x) { return normal_below(x - 0.05); }),
              LARGEST);
}

TEST(Random, SIM9_APoissonCountHasMeanAndVarianceOfItsRate)
{
    for (const double rate : {0.3, 4.0, 25.0}) {
        double sum = 0, squares = 0;
        for (u64 n = 0; n < N; ++n) {
            const double count = static_cast<double>(Draw(1, 2, Purpose::arrivals, n).poisson(q32_of(rate)));
            sum += count;
            squares += count * count;
        }
        const double n = static_cast<double>(N), mean = sum / n;
        EXPECT_NEAR(rate, mean, 4 * std::sqrt(rate / n));
        EXPECT_NEAR(rate, squares / n - mean * mean, 0.05 * rate + 0.01);
    }
    EXPECT_EQ(0U, Draw(1, 2, Purpose::arrivals, 0).poisson(0));
}

TEST(Random, SIM9_ANumberDependsOnEachOfItsFourCoordinates)
{
    const u64 one = Draw(1, 2, Purpose::gas, 3).bits();
    EXPECT_EQ(one, Draw(1, 2, Purpose::gas, 3).bits());
    EXPECT_NE(one, Draw(2, 2, Purpose::gas, 3).bits());
    EXPECT_NE(one, Draw(1, 3, Purpose::gas, 3).bits());
    EXPECT_NE(one, Draw(1, 2, Purpose::period, 3).bits());
    EXPECT_NE(one, Draw(1, 2, Purpose::gas, 4).bits());
}

}  // namespace
}  // namespace lariat::sim::random_test
