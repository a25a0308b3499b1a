// Tests of the key tree against its definition over the sorted set.
#include "state/tree/key_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "base/hex.hpp"
#include "support/short_form.hpp"

namespace lariat::state {
namespace {

using Paths = std::vector<u64>;

Hash32 definition(std::span<const u64> sorted, int depth = 0)
{
    if (sorted.empty()) return {};
    Bytes in;
    if (sorted.size() <= 16 || depth == 64) {
        in.push_back(4);
        for (const u64 path : sorted) {
            for (int shift = 56; shift >= 0; shift -= 8) in.push_back(static_cast<u8>(path >> shift));
        }
        return sha256(in);
    }
    std::size_t left = 0;
    while (left < sorted.size() && (sorted[left] >> (63 - depth) & 1) == 0) ++left;
    in.push_back(5);
    for (const Hash32& child :
         {definition(sorted.first(left), depth + 1), definition(sorted.subspan(left), depth + 1)}) {
        in.insert(in.end(), child.bytes.begin(), child.bytes.end());
    }
    return sha256(in);
}

Hash32 definition_of(Paths paths)
{
    std::sort(paths.begin(), paths.end());
    return definition(paths);
}

KeyTree tree_of(const Paths& paths)
{
    KeyTree tree;
    for (const u64 path : paths) tree.insert(path);
    return tree;
}

/// Few bits that differ, at places of the caller's choosing: deep trees and many collisions.
u64 crowded(std::mt19937_64& random)
{
    switch (random() % 4) {
        case 0:
            return random();
        case 1:
            return random() % 64;
        case 2:
            return U64_MAX - random() % 8;
        default:
            return (random() % 32) << 44 | 1;
    }
}

void expect_path_leads_to(const KeyTree& tree, u64 path, const Hash32& root)
{
    const KeyPath at = tree.path(path);
    Hash32 node = key_bucket_digest(at.bucket);
    const int depth = static_cast<int>(at.siblings.size());
    for (int i = 0; i < depth; ++i) {
        const bool right = (path >> (64 - depth + i) & 1) != 0;
        const Hash32& sibling = at.siblings[static_cast<std::size_t>(i)];
        node = right ? key_node_digest(sibling, node) : key_node_digest(node, sibling);
    }
    EXPECT_EQ(node, root);
}

TEST(KeyTree, TMR8_RootIsTheDefinitionsForEverySmallSize)
{
    std::mt19937_64 random(1);
    KeyTree tree;
    Paths paths;
    EXPECT_TRUE(tree.root().is_zero());
    for (int size = 0; size < 600; ++size) {
        paths.push_back(random());
        tree.insert(paths.back());
        ASSERT_EQ(tree.root(), definition_of(paths)) << size;
    }
    while (!paths.empty()) {
        std::swap(paths[random() % paths.size()], paths.back());
        tree.erase(paths.back());
        paths.pop_back();
        ASSERT_EQ(tree.root(), definition_of(paths)) << paths.size();
    }
    EXPECT_TRUE(tree.root().is_zero());
    EXPECT_EQ(tree.size(), 0U);
}

TEST(KeyTree, RootDoesNotDependOnTheHistory)
{
    std::mt19937_64 random(2);
    Paths paths;
    for (int i = 0; i < 3000; ++i) paths.push_back(i % 3 == 0 ? crowded(random) : random());
    const Hash32 expected = definition_of(paths);
    for (int round = 0; round < 5; ++round) {
        std::shuffle(paths.begin(), paths.end(), random);
        KeyTree tree;
        Paths strangers;
        for (const u64 path : paths) {
            tree.insert(path);
            if (random() % 2 == 0) tree.insert(strangers.emplace_back(crowded(random)));
            if (random() % 100 == 0) tree.root();
        }
        for (const u64 stranger : strangers) {
            tree.erase(stranger);
            if (random() % 50 == 0) tree.root();
        }
        EXPECT_EQ(tree.root(), expected);
        EXPECT_EQ(tree.size(), paths.size());
    }
}

TEST(KeyTree, SplitsAtSeventeenKeysAndMergesAtSixteenHoweverDeep)
{
    for (int shared = 0; shared <= 64; ++shared) {
        // Seventeen paths that agree in `shared` bits and differ in the one after, as far as there is one.
        Paths paths(17, shared == 0 ? 0 : ~u64{0} << (64 - shared));
        if (shared < 64) paths.back() |= u64{1} << (63 - shared);
        KeyTree tree = tree_of(paths);
        ASSERT_EQ(tree.root(), definition_of(paths)) << shared;
        const std::size_t depth = std::min<std::size_t>(64, static_cast<std::size_t>(shared) + 1);
        EXPECT_EQ(tree.path(paths.back()).siblings.size(), depth);
        expect_path_leads_to(tree, paths.front(), tree.root());
        expect_path_leads_to(tree, paths.back(), tree.root());
        tree.erase(paths.front());
        paths.erase(paths.begin());
        ASSERT_EQ(tree.root(), definition_of(paths)) << shared;
        EXPECT_EQ(tree.path(paths.back()).siblings.size(), 0U);
        tree.insert(paths.front());
        paths.push_back(paths.front());
        ASSERT_EQ(tree.root(), definition_of(paths)) << shared;
    }
}

TEST(KeyTree, AnyNumberOfKeysMayShareOnePath)
{
    KeyTree tree;
    Paths paths;
    for (int i = 0; i < 40; ++i) {
        paths.push_back(0x0123'4567'89ab'cdef);
        tree.insert(paths.back());
        ASSERT_EQ(tree.root(), definition_of(paths));
        ASSERT_EQ(tree.path(paths.back()).bucket.size(), paths.size());
    }
    while (!paths.empty()) {
        tree.erase(paths.back());
        paths.pop_back();
        ASSERT_EQ(tree.root(), definition_of(paths));
    }
}

TEST(KeyTree, RandomBatchesOfInsertionsAndErasuresGiveTheDefinitionsRoot)
{
    for (u64 seed = 0; seed < 20; ++seed) {
        std::mt19937_64 random(seed);
        KeyTree tree;
        Paths paths;
        for (int batch = 0; batch < 60; ++batch) {
            const bool shrink = batch / 10 % 2 == 1;
            for (u64 n = random() % 150; n > 0; --n) {
                if (random() % 10 < (shrink ? 7 : 3) && !paths.empty()) {
                    std::swap(paths[random() % paths.size()], paths.back());
                    tree.erase(paths.back());
                    paths.pop_back();
                } else {
                    paths.push_back(seed % 2 == 0 ? random() : crowded(random));
                    tree.insert(paths.back());
                }
            }
            ASSERT_EQ(tree.root(), definition_of(paths)) << seed;
            for (int i = 0; i < 5; ++i) {
                const u64 path =
                    paths.empty() || i % 2 == 0 ? crowded(random) : paths[random() % paths.size()];
                ASSERT_NO_FATAL_FAILURE(expect_path_leads_to(tree, path, tree.root()));
                const Paths bucket = tree.path(path).bucket;
                ASSERT_EQ(std::count(bucket.begin(), bucket.end(), path),
                          std::count(paths.begin(), paths.end(), path));
                ASSERT_TRUE(std::is_sorted(bucket.begin(), bucket.end()));
            }
        }
    }
}

TEST(KeyTree, ACheckpointGivesTheSameTree)
{
    std::mt19937_64 random(4);
    for (const int size : {0, 1, 16, 17, 40, 3000}) {
        Paths paths;
        for (int i = 0; i < size; ++i) paths.push_back(i % 2 == 0 ? crowded(random) : random());
        KeyTree tree = tree_of(paths);
        const Hash32 root = tree.root();
        Bytes bytes;
        tree.save([&](BytesView part) { bytes.insert(bytes.end(), part.begin(), part.end()); });
        EXPECT_EQ(bytes.size(), 8 * paths.size());
        std::optional<KeyTree> loaded = KeyTree::load(bytes);
        ASSERT_TRUE(loaded);
        EXPECT_EQ(loaded->size(), paths.size());
        EXPECT_EQ(loaded->root(), root);
        if (size > 16) {
            std::reverse(bytes.begin(), bytes.end());
            EXPECT_FALSE(KeyTree::load(bytes));
        }
        bytes.push_back(0);
        EXPECT_FALSE(KeyTree::load(bytes));
    }
}

TEST(KeyTree, DET2_PathsAndRootsArePinned)
{
    EXPECT_EQ(key_path({}), 0xe3b0c44298fc1c14);
    EXPECT_EQ(key_path(view("abc")), 0xba7816bf8f01cfea);
    KeyTree tree;
    for (int i = 0; i < 1000; ++i) tree.insert(key_path(view("key " + std::to_string(i))));
    EXPECT_EQ(to_hex(tree.root()), "0xa263f5376e45a7215900235ecbdb1e6315ccc78ca27c3ec4d6ed1d96001e87bf");
}

TEST(KeyTree, MemoryStaysBelowSeventeenBytesAKeyOfALargeSet)
{
    const u64 last = support::how_much(2'500'000, 1'250'000);
    std::mt19937_64 random(3);
    KeyTree tree;
    Paths paths;
    for (u64 size = 1; size <= last; ++size) {
        paths.push_back(random());
        tree.insert(paths.back());
        // At the sizes where buckets are emptiest, too; and once after more than is gathered at a time.
        if (size % 250'000 == 0 && size >= 1'250'000) {
            tree.root();
            EXPECT_LT(static_cast<double>(tree.memory()), 17.0 * static_cast<double>(size)) << size;
        }
    }
    EXPECT_EQ(tree.root(), definition_of(paths));
}

TEST(KeyTree, BLK8_AChangeHashesItsBucketAndItsPathHoweverManyKeysThereAre)
{
    const auto hashed_for_a_change = [](u64 keys) {
        std::mt19937_64 random(keys);
        KeyTree tree;
        Paths paths;
        for (u64 n = 0; n < keys; ++n) paths.push_back(random());
        for (const u64 path : paths) tree.insert(path);
        tree.root();
        u64 most = 0;
        for (int n = 0; n < 200; ++n) {
            const u64 before = tree.nodes_hashed();
            tree.erase(paths[static_cast<std::size_t>(n)]);
            tree.insert(random());
            tree.root();
            most = std::max(most, tree.nodes_hashed() - before);
        }
        return most;
    };
    EXPECT_GE(hashed_for_a_change(1'000), 4u) << "two buckets, and the nodes above them";
    // A leaf of 2^n keys lies about n - 3 deep; two paths are hashed, and a split hashes both halves.
    EXPECT_LE(hashed_for_a_change(1'000), 2u * 16);
    EXPECT_LE(hashed_for_a_change(100'000), 2u * 24);
}

}  // namespace
}  // namespace lariat::state
