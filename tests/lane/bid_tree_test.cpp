// Tests of the auction's bid tree, slot table and heap against lists that are searched from end to end.
#include "lane/auction/bid_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

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
    BidTree::Nodes nodes;
    BidTree tree{nodes, bundles};
    std::set<u32> all;

    void add(const Bid& bid, u64 first)
    {
        const u32 number = bundles.take();
        bundles[number].source = {BidSource::OWN, bid};
        bundles[number].first = tie_of(first);
        tree.insert(number);
        all.insert(number);
    }
    void remove(u32 number)
    {
        tree.erase(number);
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
                forest.tree.first_moved(n);
            }
            const u128 fee = random() % 45;
            ASSERT_EQ(forest.tree.best(fee), forest.best_by_looking(fee))
                << "seed " << seed << ", step " << step << ", fee " << static_cast<u64>(fee);
        }
        while (!forest.all.empty()) forest.remove(*forest.all.begin());
        EXPECT_TRUE(forest.tree.empty());
        EXPECT_EQ(forest.tree.best(0), std::nullopt);
    }
}

TEST(BidTree, AUC8_FeesUpToTheHighestAllowedDoNotWrap)
{
    Forest forest;
    forest.add({BID_MAX, BID_MAX}, 1);
    forest.add({BID_MAX, 0}, 2);
    EXPECT_EQ(forest.tree.best(1), 0u) << "BID_MAX - 1 against 0";
    EXPECT_EQ(forest.tree.best(BID_MAX), 0u) << "both pay 0: the first timer";
    EXPECT_EQ(forest.tree.best(BID_MAX + 1), std::nullopt);
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
