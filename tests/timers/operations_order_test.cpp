// Tests of the order of operations and the room in each second (SCH-3, SCH-4, SCH-10), against a plain list,
// and of the work done.
#include <gtest/gtest.h>

#include <bit>
#include <random>

#include "sample_timers.hpp"
#include "timers/operations/timeline.hpp"

namespace lariat::timers::operations_order_test {
namespace {

Address account(u64 n)
{
    Address a;
    a.bytes.front() = static_cast<u8>(n);
    return a;
}

OperationId id_of(u64 n)
{
    OperationId id;
    for (unsigned i = 0; i < 8; ++i) id.bytes[i] = static_cast<u8>(n >> (8 * i));
    return id;
}

TEST(SecondsOfTheSchedule, SCH10_TheNextWithRoomIsTheOneThatLookingAtEachInTurnFinds)
{
    std::mt19937_64 random(8);
    u64 comparisons = 0;
    Seconds seconds(comparisons);
    std::map<u64, u64> taken;
    const u64 base = 5'000'000 - 7;  // across borders of nodes
    for (int step = 0; step < 30'000; ++step) {
        const u64 second = base + random() % 600, cycles = 1 + random() % 3;
        if (random() % 16 != 0) {
            seconds.take(second, cycles);
            taken[second] += cycles;
        } else if (taken[second] >= cycles) {
            seconds.give_back(second, cycles);
            taken[second] -= cycles;
        }
        if (step % 7 != 0) continue;
        const u64 from = base + random() % 600, most = random() % 60;
        u64 expected = from;
        while (taken.contains(expected) && taken[expected] > most) ++expected;
        ASSERT_EQ(seconds.first_with_at_most(from, most), expected) << "step " << step;
    }
    for (const auto& [second, cycles] : taken) {
        EXPECT_EQ(seconds.taken(second), cycles);
        if (cycles > 0) seconds.give_back(second, cycles);
    }
    EXPECT_EQ(seconds, Seconds(comparisons)) << "nothing is left of what was given back";
}

TEST(SecondsOfTheSchedule, SCH10_SearchingHasABoundHoweverManySecondsAreFull)
{
    u64 comparisons = 0;
    Seconds seconds(comparisons);
    constexpr u64 FULL = 100'000;
    for (u64 s = 0; s < FULL; ++s) seconds.take(1'000'000 + s, 10);
    comparisons = 0;
    EXPECT_EQ(seconds.first_with_at_most(1'000'000, 9), 1'000'000 + FULL);
    EXPECT_LT(comparisons, 14u * 16u * 2u * 20u);  // levels × nodes × ways × comparisons of a look-up
    seconds.give_back(1'034'567, 1);
    comparisons = 0;
    EXPECT_EQ(seconds.first_with_at_most(1'000'001, 9), 1'034'567u);
    EXPECT_LT(comparisons, 14u * 16u * 2u * 20u);
}

TEST(SecondsOfTheSchedule, SCH10_TheLastSecondOfTimeIsOneLikeAnyOtherAndNoneFollowsIt)
{
    u64 comparisons = 0;
    Seconds seconds(comparisons);
    EXPECT_EQ(seconds.first_with_at_most(Seconds::LAST, 0), Seconds::LAST);
    seconds.take(Seconds::LAST, U64_MAX);
    EXPECT_EQ(seconds.first_with_at_most(Seconds::LAST, U64_MAX - 1), std::nullopt);
    EXPECT_EQ(seconds.first_with_at_most(Seconds::LAST - 1, U64_MAX - 1), Seconds::LAST - 1);
    seconds.take(Seconds::LAST - 1, 5);
    EXPECT_EQ(seconds.first_with_at_most(Seconds::LAST - 1, 4), std::nullopt);
    EXPECT_EQ(seconds.first_with_at_most(U64_MAX, 4), std::nullopt);
}

TEST(TimelineOfTheSchedule, SCH3_SCH8_HeadAndAnAccountsOperationsAreThoseOfASortedList)
{
    std::mt19937_64 random(3);
    u64 comparisons = 0;
    Timeline timeline(comparisons);
    std::map<OperationPlace, Timeline::Entry> sorted;
    for (u64 step = 0; step < 5'000; ++step) {
        if (sorted.empty() || random() % 5 < 3) {
            const OperationPlace place{random() % 50, step};
            const Timeline::Entry entry{id_of(step), account(random() % 4)};
            timeline.insert(place, entry);
            sorted.emplace(place, entry);
        } else {
            auto gone = sorted.begin();
            std::advance(gone, static_cast<long>(random() % sorted.size()));
            timeline.erase(gone->first);
            sorted.erase(gone);
        }
        ASSERT_EQ(timeline.size(), sorted.size());
        const auto head = timeline.head();
        ASSERT_EQ(head.has_value(), !sorted.empty());
        if (head) {
            ASSERT_EQ(head->second, sorted.begin()->second.id);
        }
        const Address asked = account(random() % 5);
        const u64 until = random() % 50;
        std::vector<OperationId> expected;
        for (const auto& [place, entry] : sorted)
            if (entry.account == asked && place.timestamp_ms <= until) expected.push_back(entry.id);
        ASSERT_EQ(timeline.until(asked, until, [] { return true; }), expected);
    }
}

/// Comparisons for scheduling one more among `n`, on average over the last tenth.
double comparisons_for_the_last_of(u64 n)
{
    std::mt19937_64 random(4);
    u64 comparisons = 0;
    Timeline timeline(comparisons);
    Seconds seconds(comparisons);
    const u64 last = n / 10;
    for (u64 i = 0; i < n; ++i) {
        if (i == n - last) comparisons = 0;
        const OperationPlace place{random() % (n * 100), i};
        timeline.insert(place, {id_of(i), account(i % 200)});
        seconds.take(place.timestamp_ms / Seconds::MS, 200);
    }
    return static_cast<double>(comparisons) / static_cast<double>(last);
}

TEST(TimelineOfTheSchedule, SCH4_SchedulingAmongAMillionTakesAboutTwiceTheComparisonsOfAThousand)
{
    const double thousand = comparisons_for_the_last_of(1'000),
                 million = comparisons_for_the_last_of(1'000'000);
    RecordProperty("thousand", std::to_string(thousand));
    RecordProperty("million", std::to_string(million));
    // log2 doubles from 10 to 20: twice as many is O(log n), a thousand times as many would be a scan.
    EXPECT_LT(million, 2.5 * thousand);
    EXPECT_LT(million, 10 * std::bit_width(1'000'000u));
}

TEST(TimelineOfTheSchedule, SCH2_FindingTheHeadComparesNothing)
{
    u64 comparisons = 0;
    Timeline timeline(comparisons);
    for (u64 i = 0; i < 10'000; ++i) timeline.insert({10'000 - i, i}, {id_of(i), account(1)});
    comparisons = 0;
    EXPECT_EQ(timeline.head()->first.timestamp_ms, 1u);
    EXPECT_EQ(comparisons, 0u);
}

}  // namespace
}  // namespace lariat::timers::operations_order_test
