// Tests of the prefix tree against a list of all watches, and of the nodes that it reads (WAT-7).
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "timers/watches/prefix_tree.hpp"

namespace lariat::timers::prefix_tree_test {
namespace {

Address actor(u8 n)
{
    Address a;
    a.bytes.back() = n;
    return a;
}

struct Known {
    WatchKey key;
    PrefixTree::Place place = nullptr;
    u64 number = 0;
    u64 expires_at = 0;
};

std::vector<u64> found(PrefixTree& tree, const Address& of, const Bytes& key, u64 alive_from)
{
    std::vector<u64> out;
    for (WatchList* list : tree.matching(of, key))
        for (auto n = list->next(0, alive_from); n; n = list->next(*n + 1, alive_from)) out.push_back(*n);
    std::sort(out.begin(), out.end());
    return out;
}

TEST(PrefixTree, WAT7_FindsWhatAListOfAllWatchesFinds)
{
    std::mt19937_64 random(7);
    const auto some_bytes = [&](std::size_t longest) {
        Bytes b(random() % (longest + 1));
        for (u8& byte : b) byte = static_cast<u8>('a' + random() % 2);
        return b;
    };
    PrefixTree tree;
    std::vector<Known> all;
    u64 next = 0, alive_from = 0;
    for (int step = 0; step < 6000; ++step) {
        if (random() % 3 || all.empty()) {
            Known k{{actor(random() % 2), some_bytes(6)}, nullptr, next++, alive_from + random() % 60};
            k.place = tree.insert(k.key, k.number, k.expires_at);
            all.push_back(k);
        } else if (const std::size_t i = random() % all.size(); random() % 2) {
            tree.erase(all[i].key.actor, all[i].place, all[i].number);
            all.erase(all.begin() + static_cast<std::ptrdiff_t>(i));
        } else if (all[i].expires_at >= alive_from) {
            all[i].expires_at = alive_from + random() % 60;
            PrefixTree::set_expiry(all[i].place, all[i].number, all[i].expires_at);
        }
        if (step % 100 == 99) ++alive_from;
        const Address of = actor(random() % 2);
        const Bytes key = some_bytes(9);
        std::vector<u64> expected;
        for (const Known& k : all)
            if (k.key.actor == of && k.expires_at >= alive_from && k.key.prefix.size() <= key.size() &&
                std::equal(k.key.prefix.begin(), k.key.prefix.end(), key.begin()))
                expected.push_back(k.number);
        std::sort(expected.begin(), expected.end());
        ASSERT_EQ(found(tree, of, key, alive_from), expected) << "step " << step;
    }
    for (const Known& k : all) tree.erase(k.key.actor, k.place, k.number);
    EXPECT_TRUE(tree.empty()) << "what nobody holds is gone";
}

TEST(PrefixTree, WAT7_WatchesThatDoNotMatchCostNothing)
{
    const Bytes key = to_bytes("price/eur");
    const auto steps_with = [&](u64 others) {
        PrefixTree tree;
        tree.insert({actor(1), to_bytes("price/")}, 0, 9);
        for (u64 n = 1; n <= others; ++n)
            tree.insert({actor(1), to_bytes("other/" + std::to_string(n))}, n, 9);
        const u64 before = tree.steps();
        EXPECT_EQ(found(tree, actor(1), key, 0), std::vector<u64>{0});
        return tree.steps() - before;
    };
    EXPECT_LE(steps_with(20'000), steps_with(10) + 2);
    EXPECT_LE(steps_with(20'000), key.size() + 4);
}

TEST(WatchList, BLK8_AHundredThousandDeadWatchesArePassedOverOnce)
{
    WatchList list;
    for (u64 n = 0; n < 100'000; ++n) list.insert(n, n == 99'999 ? 50 : 10);
    EXPECT_EQ(list.next(0, 11), 99'999u);
    std::size_t left = 0;
    list.for_each([&](const WatchList::Entry&) { ++left; });
    EXPECT_LE(left, 64u) << "what was dead as a whole is dropped";
    list.erase(5);  // dropped before: nothing to do
    EXPECT_EQ(list.next(0, 11), 99'999u);
    EXPECT_EQ(list.next(0, 51), std::nullopt);
    EXPECT_TRUE(list.empty());
}

TEST(WatchList, BLK4_WhatComesBackInTheMiddleStandsInItsPlace)
{
    WatchList list;
    for (u64 n = 0; n < 300; ++n) list.insert(n, 5);
    for (u64 n = 20; n < 280; ++n) list.erase(n);
    for (u64 n = 279; n >= 20; --n) list.insert(n, 5);
    u64 expected = 0;
    list.for_each([&](const WatchList::Entry& e) { EXPECT_EQ(e.number, expected++); });
    EXPECT_EQ(expected, 300u);
}

}  // namespace
}  // namespace lariat::timers::prefix_tree_test
