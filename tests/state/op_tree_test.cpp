// Tests of the operation tree against its definition, for every small size and random histories.
#include "state/tree/op_tree.hpp"

#include <gtest/gtest.h>

#include <random>

#include "base/hex.hpp"

namespace lariat::state {
namespace {

Hash32 leaf(u64 op, u64 content = 0)
{
    const std::string key = "key " + std::to_string(op);
    return leaf_digest(op, OpKind::Put, view(key), view(std::to_string(content)));
}

/// The definition, without any of its shortcuts.
struct Model {
    std::vector<Hash32> leaves;
    std::vector<bool> bits;
    u64 floor = 0;

    static Hash32 node(u8 tag, const Hash32& left, const Hash32& right)
    {
        return sha256({{&tag, 1}, view(left), view(right)});
    }
    template <class At>
    static Hash32 over(const At& at, u64 begin, u64 end, int level, u64 number)
    {
        if (level == 0) return at(number);
        const u64 middle = (2 * number + 1) << (level - 1);
        if (middle >= end) return over(at, begin, end, level - 1, 2 * number);
        if (middle <= begin) return over(at, begin, end, level - 1, 2 * number + 1);
        return node(1, over(at, begin, end, level - 1, 2 * number),
                    over(at, begin, end, level - 1, 2 * number + 1));
    }
    Hash32 chunk(u64 number) const
    {
        Bytes in{2};
        for (int shift = 56; shift >= 0; shift -= 8) in.push_back(static_cast<u8>(number >> shift));
        const u64 end = std::min<u64>(leaves.size(), (number + 1) * 256);
        for (u64 byte = 0; byte < 32; ++byte) {
            u8 eight = 0;
            for (u64 bit = 0; bit < 8; ++bit) {
                const u64 op = number * 256 + byte * 8 + bit;
                if (op < end && bits[op]) eight = static_cast<u8>(eight | 1U << bit);
            }
            in.push_back(eight);
        }
        const Hash32 leaf_root = over([&](u64 op) { return leaves[op]; }, number * 256, end, 8, number);
        in.insert(in.end(), leaf_root.bytes.begin(), leaf_root.bytes.end());
        return sha256(in);
    }
    Hash32 root() const
    {
        const u64 begin = floor / 256;
        const u64 end = (leaves.size() + 255) / 256;
        if (begin >= end) return {};
        int level = 0;
        while (begin >> level != (end - 1) >> level) ++level;
        return over([&](u64 c) { return chunk(c); }, begin, end, level, begin >> level);
    }
};

/// A tree and its model, always done to both.
struct Both {
    OpTree tree;
    Model model;

    void append(u64 content, bool active)
    {
        const u64 op = tree.size();
        model.leaves.push_back(leaf(op, content));
        model.bits.push_back(active);
        tree.append(model.leaves.back());
        if (active) tree.set_active(op, true);
    }
    void set_active(u64 op, bool active)
    {
        tree.set_active(op, active);
        model.bits[op] = active;
    }
    void set_floor(u64 floor)
    {
        for (u64 op = tree.floor(); op < floor; ++op) set_active(op, false);
        tree.set_floor(floor);
        model.floor = floor;
    }
    void truncate(u64 size)
    {
        u64 asked = 0;
        tree.truncate(size, [&](u64 op) {
            ++asked;
            EXPECT_LT(op, size);
            EXPECT_GE(op, size / 16 * 16);
            return model.leaves[op];
        });
        EXPECT_LE(asked, 15U);
        model.leaves.resize(size);
        model.bits.resize(size);
    }
    void check()
    {
        ASSERT_EQ(tree.size(), model.leaves.size());
        ASSERT_EQ(tree.floor(), model.floor);
        ASSERT_EQ(to_hex(tree.root()), to_hex(model.root())) << tree.size() << " from " << tree.floor();
        for (u64 op = tree.base(); op < tree.size(); ++op) ASSERT_EQ(tree.active(op), model.bits[op]) << op;
    }
};

const std::vector<u64> EDGES{0,   1,   2,   3,   15,  16,  17,  31,  32,  33,  127,  128,  129, 239,
                             240, 241, 255, 256, 257, 271, 272, 511, 512, 513, 1023, 1024, 1025};

TEST(OpTree, TMR8_RootIsTheDefinitionsAtEverySizeFromNoneToThreeChunks)
{
    Both both;
    both.check();
    EXPECT_TRUE(both.tree.root().is_zero());
    for (u64 size = 1; size <= 3 * 256 + 20; ++size) {
        both.append(size, size % 3 == 0);
        both.check();
    }
}

TEST(OpTree, TruncatingAtAnyEdgeGivesTheRootOfThatSizeAndAppendingGoesOn)
{
    for (const u64 from : EDGES) {
        for (const u64 to : EDGES) {
            if (to > from) continue;
            Both both;
            for (u64 op = 0; op < from; ++op) both.append(op, op % 5 != 0);
            if (to % 2 == 0) both.check();  // with and without a root in between
            both.truncate(to);
            if (from % 2 == 0) both.check();
            for (u64 op = 0; op < 40; ++op) both.append(1000 + op, op % 2 == 0);
            both.check();
        }
    }
}

TEST(OpTree, FloorUpAndDownBetweenAnyEdgesGivesTheDefinitionsRoot)
{
    for (const u64 size : std::vector<u64>{257, 512, 1025, 2049, 2304}) {
        Both both;
        for (u64 op = 0; op < size; ++op) both.append(0, op % 7 == 0);
        for (const u64 first : EDGES) {
            for (const u64 second : EDGES) {
                if (first > size || second > size) continue;
                both.set_floor(first);
                if (second % 2 == 0) both.check();
                both.set_floor(second);
                both.check();
            }
        }
    }
}

TEST(OpTree, FloorAtTheEndLeavesTheOpenChunkOrNothing)
{
    Both both;
    for (u64 op = 0; op < 511; ++op) both.append(op, true);
    both.set_floor(511);
    both.check();
    EXPECT_FALSE(both.tree.root().is_zero());
    both.append(0, false);
    both.set_floor(512);
    both.check();
    EXPECT_TRUE(both.tree.root().is_zero());
    both.append(0, true);
    both.check();
}

TEST(OpTree, WindowThatOutgrowsItsTopNodeGetsANewWayUp)
{
    // The old top is complete, unchanged and the only child of what comes above it.
    for (const u64 floor_chunk : std::vector<u64>{0, 1, 2, 3, 5, 7}) {
        for (const u64 chunks : std::vector<u64>{1, 2, 3, 4, 8}) {
            Both both;
            for (u64 op = 0; op < (floor_chunk + chunks) * 256; ++op) both.append(op, false);
            both.set_floor(floor_chunk * 256);
            both.check();
            both.append(0, false);
            both.check();
        }
    }
}

TEST(OpTree, RandomHistoriesGiveTheDefinitionsRoot)
{
    for (u64 seed = 0; seed < 30; ++seed) {
        std::mt19937_64 random(seed);
        Both both;
        for (int step = 0; step < 120; ++step) {
            const u64 size = both.tree.size();
            const u64 floor = both.tree.floor();
            const u64 base = both.tree.base();
            switch (random() % 8) {
                case 0:
                case 1:
                case 2:
                    for (u64 n = random() % (random() % 4 == 0 ? 700 : 40); n > 0; --n) {
                        both.append(random(), random() % 2 == 0);
                    }
                    break;
                case 3:
                    for (u64 n = random() % 20; n > 0 && size > floor; --n) {
                        both.set_active(floor + random() % (size - floor), random() % 2 == 0);
                    }
                    break;
                case 4:
                    both.set_floor(floor + random() % (size - floor + 1) / (1 + random() % 4));
                    break;
                case 5:
                    both.set_floor(floor - random() % (floor - base + 1));
                    break;
                case 6:
                    both.truncate(size - random() % (size - floor + 1) / (1 + random() % 8));
                    break;
                default:
                    if (random() % 4 == 0) both.tree.forget_below(floor - random() % (floor - base + 1));
                    break;
            }
            if (random() % 3 == 0) {
                ASSERT_NO_FATAL_FAILURE(both.check()) << seed;
            }
        }
        both.check();
    }
}

TEST(OpTree, StartingAtABaseIsForgettingWhatLiesBelow)
{
    for (const u64 base : std::vector<u64>{256, 512, 5 * 256, 64 * 256, 129 * 256}) {
        Both both;
        for (u64 op = 0; op < base; ++op) both.append(0, false);
        OpTree begun{base};
        EXPECT_TRUE(begun.root().is_zero());
        EXPECT_EQ(begun.base(), base);
        both.set_floor(base);
        both.tree.forget_below(base);
        for (u64 n = 0; n < 700; ++n) {
            both.append(n, n % 2 == 0);
            begun.append(both.model.leaves.back());
            begun.set_active(begun.size() - 1, n % 2 == 0);
            if (n % 50 == 0) {
                ASSERT_EQ(begun.root(), both.tree.root());
            }
        }
        both.check();
        EXPECT_EQ(begun.root(), both.tree.root());
    }
}

Bytes saved(const OpTree& tree)
{
    Bytes out;
    tree.save([&](BytesView part) { out.insert(out.end(), part.begin(), part.end()); });
    return out;
}

TEST(OpTree, ACheckpointGivesTheSameTreeAtEveryEdgeAndItGoesOn)
{
    for (const u64 size : EDGES) {
        Both both;
        for (u64 op = 0; op < size; ++op) both.append(op, op % 3 == 0);
        both.set_floor(size / 2);
        both.tree.forget_below(size / 3);
        both.check();
        std::optional<OpTree> loaded = OpTree::load(saved(both.tree));
        ASSERT_TRUE(loaded) << size;
        both.tree = std::move(*loaded);
        both.check();
        for (u64 op = 0; op < 300; ++op) both.append(op, true);
        both.check();
        both.truncate(size);
        both.check();
    }
}

TEST(OpTree, ACheckpointCutOrChangedIsRefusedOrHasAnotherRootWhereTheRootFollowsFromIt)
{
    Both both;
    for (u64 op = 0; op < 1000; ++op) both.append(op, op % 3 == 0);
    both.set_floor(300);
    both.check();
    const Bytes bytes = saved(both.tree);
    // After three numbers of 8 bytes: 32 bytes of bits for each of 4 chunks, 62 groups, 3 whole chunks.
    // The root stands on the bits and leaves of chunks 1 to 3. Groups serve proofs alone.
    constexpr std::size_t BITS = 24, GROUPS = BITS + 4 * 32, CHUNKS = GROUPS + 62 * 32,
                          LEAVES = CHUNKS + 3 * 32;
    ASSERT_EQ(bytes.size(), LEAVES + 8 * 32 + 8 * 32);
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        EXPECT_FALSE(OpTree::load(BytesView(bytes).first(at)));
        Bytes changed = bytes;
        changed[at] ^= 0x10;
        std::optional<OpTree> loaded = OpTree::load(changed);
        const bool counts = (at >= BITS + 32 && at < GROUPS) || (at >= CHUNKS + 32 && at < LEAVES);
        ASSERT_TRUE(loaded || !counts) << at;
        if (!loaded) continue;
        const bool same = loaded->root() == both.tree.root();
        EXPECT_FALSE(same && counts) << at;
    }
}

TEST(OpTree, DET2_RootIsPinned)
{
    OpTree tree;
    for (u64 op = 0; op < 1000; ++op) {
        tree.append(leaf_digest(op, op % 10 == 9 ? OpKind::Delete : OpKind::Put,
                                view("key " + std::to_string(op)),
                                op % 10 == 9 ? BytesView{} : view("value")));
        if (op % 10 != 9) tree.set_active(op, true);
    }
    for (u64 op = 0; op < 300; ++op) tree.set_active(op, false);
    tree.set_floor(300);
    EXPECT_EQ(to_hex(tree.root()), "0x221fab754ef3eb220fbbf6647bd50042c21f79561ef5b11e24978ab1ef8965f3");
}

TEST(OpTree, MemoryStaysBelowThreeAndAFifthBytesAnOperation)
{
    OpTree tree;
    const Hash32 any = leaf(0);
    constexpr u64 COUNT = 200'000;
    for (u64 op = 0; op < COUNT; ++op) tree.append(any);
    tree.root();
    EXPECT_LT(static_cast<double>(tree.memory()), 3.2 * COUNT);
    // A window that moves on holds no more than one that stands.
    for (u64 op = 0; op < COUNT; ++op) {
        tree.append(any);
        tree.set_floor(op);
        tree.forget_below(op);
    }
    tree.root();
    EXPECT_LT(static_cast<double>(tree.memory()), 3.2 * COUNT);
}

}  // namespace
}  // namespace lariat::state
