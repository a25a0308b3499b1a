// Tests of the Globalbox queue against a sorted list (GBX-4 to GBX-7), and of its rank arithmetic.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "lane/globalbox/queue.hpp"
#include "lane/globalbox/rank.hpp"

namespace lariat::lane {
namespace {

QueueOrder order(u8 rank, u8 target, u64 id)
{
    QueueOrder o;
    o.rank[31] = rank;
    o.target.bytes[0] = target;
    for (int i = 0; i < 8; ++i) o.id.bytes[static_cast<std::size_t>(i)] = static_cast<u8>(id >> (56 - 8 * i));
    return o;
}

TEST(FireQueue, GBX7_TheFirstOfTheTargetsThatAreNotSetAside)
{
    std::mt19937_64 random(3);
    FireQueue queue;
    std::map<QueueOrder, u64> all;
    std::set<Address> aside;
    u64 alive_from = 0;
    for (u64 step = 0; step < 20'000; ++step) {
        const QueueOrder o = order(static_cast<u8>(random() % 50), static_cast<u8>(random() % 6), step);
        switch (random() % 8) {
            case 0:
                queue.set_aside(o.target);
                aside.insert(o.target);
                break;
            case 1:
                if (step % 5 == 0) {
                    queue.put_back();
                    aside.clear();
                    ++alive_from;
                }
                break;
            case 2:
            case 3:
                if (!all.empty()) {
                    const auto it =
                        std::next(all.begin(), static_cast<std::ptrdiff_t>(random() % all.size()));
                    EXPECT_TRUE(queue.erase(it->first) || it->second < alive_from);
                    all.erase(it);
                }
                break;
            default:
                queue.insert(o, alive_from + random() % 20);
                all.emplace(o, 0).first->second = queue.all(0).at(o);
        }
        const auto expected = std::find_if(all.begin(), all.end(), [&](const auto& e) {
            return e.second >= alive_from && !aside.contains(e.first.target);
        });
        const auto found = queue.first(alive_from);
        ASSERT_EQ(found.has_value(), expected != all.end());
        if (found) {
            ASSERT_EQ(*found, expected->first.id);
        }
        if (step > 400) step += 20;  // the list is read whole each time
    }
}

TEST(FireQueue, GBX6_ABlocksWorkFollowsItsNewFiresAndNotTheQueue)
{
    const auto steps_of_a_block = [](u64 queued) {
        FireQueue queue;
        std::map<timers::TimerId, QueueOrder> orders;
        u64 number = 0;
        const auto add = [&] {
            const QueueOrder o =
                order(static_cast<u8>(number * 7 % 250), static_cast<u8>(number % 200), number);
            ++number;
            queue.insert(o, 1'000);
            orders.emplace(o.id, o);
        };
        while (number < queued) add();
        const u64 before = queue.steps();
        for (int i = 0; i < 1'000; ++i) add();
        for (int i = 0; i < 1'000; ++i) {
            const auto best = queue.first(0);
            EXPECT_TRUE(best && queue.erase(orders.at(*best)));
        }
        return queue.steps() - before;
    };
    const u64 few = steps_of_a_block(1'000);
    EXPECT_GT(few, 0U);
    EXPECT_LE(steps_of_a_block(100'000), 2 * few);
}

TEST(Rank, GBX4_ScoresSaturateAt192BitsAndRanksTurnScoresAround)
{
    timers::TimerConfig config;
    timers::Counters counters;
    config.w_age = (u128{1} << 120) - 1;
    config.w_bid = U64_MAX;
    const Score highest = score_of(config, U64_MAX, U128_MAX);
    EXPECT_EQ(highest.high, U64_MAX);
    EXPECT_EQ(highest.low, U128_MAX);
    config.w_age = 3;
    config.w_bid = 5;
    EXPECT_EQ(score_of(config, 7, 11), (Score{0, 76}));
    EXPECT_EQ(score_of(config, 0, U128_MAX), (Score{4, U128_MAX - 4}));
    EXPECT_LT(rank_of(counters, {0, 76}), rank_of(counters, {0, 75})) << "the better one comes first";
    const auto before = rank_of(counters, {0, 3});
    advance_clock(counters, config);
    EXPECT_EQ(rank_of(counters, {0, 6}), before) << "one block younger is w_age less";
    EXPECT_LT(rank_of(counters, highest), rank_of(counters, {1, 0}));
}

TEST(Rank, GBX4_TheClockCarriesIntoAllItsParts)
{
    timers::TimerConfig config;
    timers::Counters counters;
    config.w_age = (u128{1} << 120) - 1;
    counters.clock = {0, U64_MAX, U64_MAX};
    advance_clock(counters, config);
    EXPECT_EQ(counters.clock, (std::array<u64, 3>{1, (u64{1} << 56) - 1, U64_MAX - 1}));
}

TEST(Rank, GBX4_TheBucketOfABidIsTheBitLengthOfItsWholeUnits)
{
    EXPECT_EQ(bucket_of_bid(0), 0);
    EXPECT_EQ(bucket_of_bid((u128{1} << 96) - 1), 0);
    EXPECT_EQ(bucket_of_bid(u128{1} << 96), 1);
    EXPECT_EQ(bucket_of_bid(u128{4} << 96), 3);
    EXPECT_EQ(bucket_of_bid(U128_MAX), 32);
}

}  // namespace
}  // namespace lariat::lane
