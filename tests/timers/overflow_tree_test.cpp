// Tests of tier 3 (CAL-3): order, a root that follows from the heights alone, bounded depth, and the hashing
// of a change.
#include "timers/calendar/overflow_tree.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <set>

#include "base/hash.hpp"

namespace lariat::timers {
namespace {

using Heights = std::set<u64>;

/// Written from docs/state-layout.md, over the sorted heights, without a tree.
Hash32 root_of(const std::vector<u64>& heights)
{
    if (heights.empty()) return {};
    if (heights.size() == 1) return OverflowTree::leaf_hash(heights.front());
    const u8 bit = static_cast<u8>(std::bit_width(heights.front() ^ heights.back()) - 1);
    std::vector<u64> left, right;
    for (const u64 h : heights) ((h >> bit & 1) != 0 ? right : left).push_back(h);
    const u64 prefix = bit == 63 ? 0 : heights.front() >> (bit + 1) << (bit + 1);
    return OverflowTree::inner_hash(bit, prefix, root_of(left), root_of(right));
}

Hash32 root_of(const Heights& heights)
{
    return root_of(std::vector<u64>(heights.begin(), heights.end()));
}

u64 some_height(std::mt19937_64& random)
{
    switch (random() % 4) {
        case 0:
            return random() % 64;
        case 1:
            return U64_MAX - random() % 64;
        case 2:
            return u64{1} << (random() % 64);
        default:
            return random();
    }
}

TEST(OverflowTree, CAL3_TheRootFollowsFromTheHeightsWhateverTheWayToThem)
{
    std::mt19937_64 random(5);
    OverflowTree tree;
    Heights model;
    for (int step = 0; step < 20'000; ++step) {
        const u64 height = some_height(random);
        if (random() % 5 < (step / 2'000 % 2 == 0 ? 3u : 2u)) {
            tree.find_or_add(height);
            model.insert(height);
        } else if (model.contains(height)) {
            tree.erase(height);
            model.erase(height);
        }
        ASSERT_EQ(tree.size(), model.size());
        const u64 asked = some_height(random);
        ASSERT_EQ(tree.find(asked).has_value(), model.contains(asked));
        const auto next = model.lower_bound(asked);
        ASSERT_EQ(tree.first_from(asked), next == model.end() ? std::nullopt : std::optional{*next});
        if (step % 100 == 0) {
            ASSERT_EQ(tree.root(), root_of(model));
        }
    }
    while (!model.empty()) {
        tree.erase(*model.begin());
        model.erase(model.begin());
    }
    EXPECT_EQ(tree.root(), Hash32{});
}

TEST(OverflowTree, CAL3_NumbersAreDistinctAndGivenAgain)
{
    OverflowTree tree;
    std::set<u32> numbers;
    for (u64 h = 0; h < 1'000; ++h) EXPECT_TRUE(numbers.insert(tree.find_or_add(h * h)).second);
    for (u64 h = 0; h < 1'000; ++h) EXPECT_EQ(tree.find(h * h), tree.find_or_add(h * h));
    for (u64 h = 0; h < 1'000; h += 2) tree.erase(h * h);
    for (u64 h = 0; h < 500; ++h) EXPECT_TRUE(numbers.contains(tree.find_or_add(U64_MAX - h)));
}

TEST(OverflowTree, CAL3_BuiltInOnePassItIsTheTreeThatChangesLeadTo)
{
    std::mt19937_64 random(8);
    for (const std::size_t count : {0u, 1u, 2u, 3u, 64u, 5'000u}) {
        Heights model;
        while (model.size() < count) model.insert(some_height(random));
        const std::vector<u64> ascending(model.begin(), model.end());
        OverflowTree tree;
        tree.build(ascending);
        ASSERT_EQ(tree.size(), count);
        ASSERT_EQ(tree.root(), root_of(model));
        for (u32 n = 0; n < count; ++n) ASSERT_EQ(tree.find(ascending[n]), n) << "numbered from 0 on";
        for (int change = 0; change < 300; ++change) {  // and it goes on as any other
            const u64 height = some_height(random);
            if (model.erase(height) != 0) {
                tree.erase(height);
            } else {
                model.insert(height);
                tree.find_or_add(height);
            }
            const u64 asked = some_height(random);
            const auto next = model.lower_bound(asked);
            ASSERT_EQ(tree.first_from(asked), next == model.end() ? std::nullopt : std::optional{*next});
        }
        ASSERT_EQ(tree.root(), root_of(model));
    }
}

TEST(OverflowTree, CAL3_AChangeHashesOnlyTheWayToIt)
{
    std::mt19937_64 random(6);
    OverflowTree tree;
    for (int i = 0; i < 100'000; ++i) tree.find_or_add(random());
    tree.root();
    const u64 before = tree.nodes_hashed();
    tree.root();
    EXPECT_EQ(tree.nodes_hashed(), before) << "nothing has changed";
    tree.find_or_add(random());
    tree.root();
    EXPECT_LE(tree.nodes_hashed() - before, 64u);
}

TEST(OverflowTree, CAL3_HeightsChosenToMakeItDeepMakeItNoDeeperThanTheirBits)
{
    OverflowTree tree;
    tree.find_or_add(0);
    for (int bit = 0; bit < 64; ++bit) tree.find_or_add(u64{1} << bit);
    tree.root();
    const u64 before = tree.nodes_hashed();
    tree.find_or_add(3);
    tree.root();
    EXPECT_LE(tree.nodes_hashed() - before, 2u * 64 + 2) << "each node on the way, and a leaf beside it";
}

TEST(OverflowTree, CAL3_ARangeIsProvedByOpeningTheNodesThatMeetIt)
{
    // The verifier of docs/state-layout.md: a part is given as its hash alone only where its parent's bit
    // says that all below it is outside the range.
    std::mt19937_64 random(7);
    Heights model;
    for (int i = 0; i < 300; ++i) model.insert(some_height(random));
    OverflowTree tree;
    for (const u64 h : model) tree.find_or_add(h);
    const std::vector<u64> all(model.begin(), model.end());
    for (int round = 0; round < 300; ++round) {
        u64 from = some_height(random), to = some_height(random);
        if (from > to) std::swap(from, to);
        u64 opened = 0;
        std::vector<u64> read;
        const std::function<Hash32(const std::vector<u64>&, u64, u64)> verify =
            [&](const std::vector<u64>& part, u64 lowest, u64 highest) -> Hash32 {
            if (highest < from || lowest > to) return root_of(part);  // given as a hash
            ++opened;
            if (part.size() == 1) {
                if (part[0] >= from && part[0] <= to) read.push_back(part[0]);
                return OverflowTree::leaf_hash(part[0]);
            }
            const u8 bit = static_cast<u8>(std::bit_width(part.front() ^ part.back()) - 1);
            const u64 prefix = bit == 63 ? 0 : part.front() >> (bit + 1) << (bit + 1);
            const u64 half = u64{1} << bit;
            std::vector<u64> left, right;
            for (const u64 h : part) ((h & half) != 0 ? right : left).push_back(h);
            const Hash32 of_left = verify(left, prefix, prefix + (half - 1));
            const Hash32 of_right = verify(right, prefix + half, prefix + half + (half - 1));
            return OverflowTree::inner_hash(bit, prefix, of_left, of_right);
        };
        EXPECT_EQ(verify(all, 0, U64_MAX), tree.root());
        EXPECT_EQ(read, std::vector<u64>(model.lower_bound(from), model.upper_bound(to)));
        EXPECT_LE(opened, 2 * read.size() + 2 * 64);
    }
}

TEST(OverflowTree, DET2_ItsHashesArePinned)
{
    const u8 leaf[] = {0, 0, 0, 0, 0, 0, 0, 0, 5};
    EXPECT_EQ(OverflowTree::leaf_hash(5), sha256(BytesView(leaf)));
    const Hash32 left = OverflowTree::leaf_hash(4), right = OverflowTree::leaf_hash(5);
    const u8 node[] = {1, 0, 0, 0, 0, 0, 0, 0, 0, 4};
    EXPECT_EQ(OverflowTree::inner_hash(0, 4, left, right),
              sha256({BytesView(node), view(left), view(right)}));
    OverflowTree tree;
    tree.find_or_add(5);
    tree.find_or_add(4);
    EXPECT_EQ(tree.root(), OverflowTree::inner_hash(0, 4, left, right));
}

}  // namespace
}  // namespace lariat::timers
