// Tests of the auction's bid trees, slot table and heaps against lists that are searched from end to end.
#include "lane/auction/bid_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "lane/auction/bundle_heap.hpp"
#include "lane/auction/slot_table.hpp"

namespace lariat::lane {
namespace {

Tie tie_of(u64 number)
{
    Tie tie;
    for (int i = 0; i < 8; ++i)
        tie.id.bytes[static_cast<std::size_t>(i)] = static_cast<u8>(number >> (56 - 8 * i));
    return tie;
}

struct Forest {
    Bundles bundles;
    BidForest forest{bundles};
    BidTree tree;
    std::set<u32> all;

    void add(const Bid& bid, u64 first)
    {
        const u32 number = bundles.take();
        bundles[number].source = {BidSource::OWN, bid};
        bundles[number].first = tie_of(first);
        forest.insert(tree, number);
        all.insert(number);
    }
    void remove(u32 number)
    {
        forest.erase(tree, number);
        all.erase(number);
        bundles.give_back(number);
    }
    std::optional<u32> best_by_looking(u128 lane_basefee) const
    {
        std::optional<u32> best;
        for (const u32 n : all) {
            const auto priority = priority_of(bundles[n].source.own, lane_basefee);
            if (!priority) continue;
            const u128 others = best ? *priority_of(bundles[*best].source.own, lane_basefee) : 0;
            if (!best || *priority > others ||
                (*priority == others && bundles[n].first < bundles[*best].first))
                best = n;
        }
        return best;
    }
};

// Bids of 40 × 40 values, so that many are equal in every way but their first timer; up to 600 of them, so
// that nodes of 16 are split and emptied three levels high; removed at random, and sometimes all of them.
TEST(BidTree, AUC4_AUC8_TheBestAtAnyFeeIsWhatLookingAtAllFinds)
{
    for (u64 seed = 1; seed <= 6; ++seed) {
        std::mt19937_64 random(seed);
        Forest forest;
        u64 made = 0;
        for (int step = 0; step < 3'000; ++step) {
            const bool shrinks = step / 700 % 2 == 1;
            const u64 what = random() % 10;
            if (what < (shrinks ? 2u : 7u)) {
                const u128 fee = random() % 40;
                forest.add({fee, random() % (static_cast<u64>(fee) + 1)}, random() % 1'000 * 10'000 + ++made);
            } else if (what < 9 && !forest.all.empty()) {
                forest.remove(
                    *std::next(forest.all.begin(), static_cast<long>(random() % forest.all.size())));
            } else if (!forest.all.empty()) {  // its first timer left, or an earlier one came
                const u32 n = *std::next(forest.all.begin(), static_cast<long>(random() % forest.all.size()));
                forest.bundles[n].first = tie_of(random() % 1'000 * 10'000 + ++made);
                forest.forest.first_moved(forest.tree, n);
            }
            const u128 fee = random() % 45;
            ASSERT_EQ(forest.forest.best(forest.tree, fee).bundle, forest.best_by_looking(fee))
                << "seed " << seed << ", step " << step << ", fee " << static_cast<u64>(fee);
        }
        while (!forest.all.empty()) forest.remove(*forest.all.begin());
        EXPECT_TRUE(forest.tree.empty());
        EXPECT_EQ(forest.forest.best(forest.tree, 0).bundle, std::nullopt);
    }
}

/// Where several bids are equally good the one with the first timer is meant, at each fee of the interval.
TEST(BidTree, AUC8_TheBestStaysTheBestWhileTheFeeIsWithinItsInterval)
{
    for (u64 seed = 1; seed <= 40; ++seed) {
        std::mt19937_64 random(seed);
        Forest forest;
        for (u64 n = 0; n < 1 + seed; ++n) {
            const u128 fee = random() % 40;
            forest.add({fee, random() % (static_cast<u64>(fee) + 1)}, random() % 1'000 * 10'000 + n);
        }
        for (u64 fee = 0; fee < 45; ++fee) {
            const BidForest::Best best = forest.forest.best(forest.tree, fee);
            ASSERT_LE(best.low, fee);
            ASSERT_GE(best.high, fee);
            for (u64 other = 0; other < 45; ++other)
                if (best.low <= other && other <= best.high) {
                    ASSERT_EQ(best.bundle, forest.best_by_looking(other))
                        << "seed " << seed << ", found at " << fee << ", asked at " << other;
                }
        }
    }
}

TEST(BidTree, AUC8_DroppedTreesGiveTheirNodesToOthers)
{
    Forest forest;
    for (int round = 0; round < 30; ++round) {
        for (u64 n = 0; n < 300; ++n) forest.add({1'000 + n * 7 % 300, n % 90}, n);
        ASSERT_EQ(forest.forest.best(forest.tree, 1'000).bundle, forest.best_by_looking(1'000));
        forest.forest.drop(forest.tree);
        EXPECT_TRUE(forest.tree.empty());
        for (const u32 n : forest.all) forest.bundles.give_back(n);
        forest.all.clear();
    }
    EXPECT_LE(forest.forest.nodes(), 100u) << "of 300 bids at once";
}

TEST(BidTree, AUC8_FeesUpToTheHighestAllowedDoNotWrap)
{
    Forest forest;
    forest.add({BID_MAX, BID_MAX}, 1);
    forest.add({BID_MAX, 0}, 2);
    EXPECT_EQ(forest.forest.best(forest.tree, 1).bundle, 0u) << "BID_MAX - 1 against 0";
    EXPECT_EQ(forest.forest.best(forest.tree, BID_MAX).bundle, 0u) << "both pay 0: the first timer";
    EXPECT_EQ(forest.forest.best(forest.tree, BID_MAX + 1).bundle, std::nullopt);
}

TEST(BundleHeap, GBA2_AUC4_TheFirstOfTwoHeapsThatWereJoinedIsTheFirstOfAll)
{
    std::mt19937_64 random(9);
    Bundles bundles;
    BundleHeap heaps(bundles);
    std::array<u32, 3> tops;
    tops.fill(Bundle::NONE);
    std::array<std::set<std::pair<Tie, u32>>, 3> all;
    for (u64 step = 0; step < 20'000; ++step) {
        const u64 which = random() % 3, what = random() % 100;
        if (what < 55) {
            const u32 number = bundles.take();
            bundles[number].first = tie_of(random() % 1'000 * 100'000 + step);
            tops[which] = heaps.push(tops[which], number);
            all[which].emplace(bundles[number].first, number);
        } else if (what < 98 && !all[which].empty()) {
            const auto it = std::next(all[which].begin(),
                                      static_cast<long>(random() % std::min<u64>(all[which].size(), 40)));
            tops[which] = heaps.erase(tops[which], it->second);
            bundles.give_back(it->second);
            all[which].erase(it);
        } else if (what >= 98) {
            const u64 other = (which + 1) % 3;
            tops[which] = heaps.meld(tops[which], tops[other]);
            tops[other] = Bundle::NONE;
            all[which].merge(all[other]);
        }
        for (u64 i = 0; i < 3; ++i)
            ASSERT_EQ(tops[i], all[i].empty() ? Bundle::NONE : all[i].begin()->second) << "step " << step;
    }
}

// Hashes of few values in one part of the table: long runs of equal and neighbouring places, with
// wrap-around.
TEST(SlotTable, AUC8_FindsWhatIsThereHoweverHashesCollide)
{
    std::mt19937_64 random(3);
    SlotTable table;
    std::map<u32, u64> hash_of;
    u32 made = 0;
    for (int step = 0; step < 20'000; ++step) {
        if (random() % 5 < (step / 4'000 % 2 ? 2u : 3u)) {
            const u64 hash =
                u64{random() % 2} << 56 | (random() % 3 ? UINT32_MAX - random() % 6 : random() % 6);
            table.insert(hash, made);
            hash_of.emplace(made++, hash);
        } else if (!hash_of.empty()) {
            const auto it = std::next(hash_of.begin(), static_cast<long>(random() % hash_of.size()));
            table.erase(it->second, it->first);
            EXPECT_EQ(table.find(it->second, [&](u32 n) { return n == it->first; }), SlotTable::NONE);
            hash_of.erase(it);
        }
        if (step % 50 != 0) continue;
        for (const auto& [number, hash] : hash_of)
            ASSERT_EQ(table.find(hash, [&, wanted = number](u32 n) { return n == wanted; }), number);
    }
}

TEST(SlotTable, AUC8_BLK8_AnAdditionMovesAtMostOneOfTheParts)
{
    std::mt19937_64 random(4);
    SlotTable table;
    u64 most = 0;
    constexpr u32 ALL = 500'000;
    for (u32 n = 0; n < ALL; ++n) {
        const u64 before = table.cells_moved();
        table.insert(random(), n);
        most = std::max(most, table.cells_moved() - before);
    }
    EXPECT_GT(most, 0u);
    EXPECT_LE(most, 2 * ALL / 256) << "a part has as many cells as twice its numbers when it doubles";
    EXPECT_LE(table.cells_moved(), 3 * u64{ALL}) << "a few for each addition, over all of them";
}

TEST(NumberHeap, AUC4_TheTopIsTheFirstOfAllWhateverLeavesOrMoves)
{
    std::mt19937_64 random(5);
    NumberHeap heap;
    std::vector<u64> rank(200);
    std::vector<u32> places(200, NumberHeap::NOWHERE);
    std::set<std::pair<u64, u32>> all;
    struct Order {
        const std::vector<u64>& rank;
        std::vector<u32>& places;
        u64 key(u32 n) const { return rank[n] / 8; }  // many are alike
        bool before(u32 a, u32 b) const { return std::pair(rank[a], a) < std::pair(rank[b], b); }
        u32& place(u32 n) const { return places[n]; }
    };
    const Order order{rank, places};
    for (int step = 0; step < 5'000; ++step) {
        const u32 n = static_cast<u32>(random() % rank.size());
        if (places[n] == NumberHeap::NOWHERE) {
            rank[n] = random() % 50;
            heap.push(n, order);
            all.emplace(rank[n], n);
        } else if (random() % 2) {
            all.erase({rank[n], n});
            heap.erase(n, order);
            EXPECT_EQ(places[n], NumberHeap::NOWHERE);
        } else {
            all.erase({rank[n], n});
            rank[n] = random() % 50;
            all.emplace(rank[n], n);
            heap.moved(n, order);
        }
        ASSERT_EQ(heap.empty(), all.empty());
        if (!all.empty()) {
            ASSERT_EQ(heap.top(), all.begin()->second) << "step " << step;
        }
    }
}

}  // namespace
}  // namespace lariat::lane
