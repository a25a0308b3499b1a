// The store against a plain map: contents, roots, versions and rollbacks, also after reopening.
#include "state/simple_store.hpp"

#include <gtest/gtest.h>

#include "contents.hpp"
#include "memory_log_file.hpp"

namespace lariat::state {
namespace {

Bytes b(std::string_view s)
{
    return to_bytes(s);
}

std::unique_ptr<Store> open_on(const std::shared_ptr<MemoryDisk>& disk, SimpleStoreOptions options = {})
{
    auto opened = SimpleStore::open(std::make_unique<MemoryLogFile>(disk), options);
    EXPECT_TRUE(opened.ok()) << (opened.ok() ? "" : opened.error().message);
    return opened.ok() ? std::move(opened).value() : nullptr;
}

TEST(SimpleStore, StartsEmptyAtVersionZero)
{
    const auto store = SimpleStore::open_in_memory().value();
    EXPECT_EQ(store->version(), 0U);
    EXPECT_EQ(store->rollback_depth(), 0U);
    EXPECT_EQ(store->root(), MerkleTrie::empty_root());
    EXPECT_EQ(store->get(view("a")), std::nullopt);
}

TEST(SimpleStore, AnEmptyBatchIsAVersion)
{
    const auto store = SimpleStore::open_in_memory().value();
    ASSERT_TRUE(store->commit({}));
    EXPECT_EQ(store->version(), 1U);
    EXPECT_EQ(store->rollback_depth(), 1U);
}

TEST(SimpleStore, RefusesABatchOutOfOrderOrWithAKeyTwiceAndStaysAsItWas)
{
    const auto disk = std::make_shared<MemoryDisk>();
    const auto store = open_on(disk);
    const Bytes before = disk->bytes;
    EXPECT_FALSE(store->commit(std::vector<Write>{{b("b"), b("1")}, {b("a"), b("1")}}));
    EXPECT_FALSE(store->commit(std::vector<Write>{{b("a"), b("1")}, {b("a"), b("2")}}));
    EXPECT_EQ(store->version(), 0U);
    EXPECT_EQ(store->root(), MerkleTrie::empty_root());
    EXPECT_EQ(disk->bytes, before);
    EXPECT_TRUE(store->commit(std::vector<Write>{{b("a"), b("1")}, {b("b"), b("1")}}));
}

TEST(SimpleStore, BLK6_KeepsOnlyAsManyVersionsAsItWasToldTo)
{
    const auto store = SimpleStore::open_in_memory({.rollback_depth_max = 2}).value();
    for (const std::string_view value : {"1", "2", "3"}) {
        ASSERT_TRUE(store->commit(std::vector<Write>{{b("k"), b(value)}}));
    }
    EXPECT_EQ(store->rollback_depth(), 2U);
    EXPECT_FALSE(store->rollback(3));
    EXPECT_EQ(store->get(view("k")), b("3"));
    EXPECT_TRUE(store->rollback(2));
    EXPECT_EQ(store->get(view("k")), b("1"));
    EXPECT_EQ(store->version(), 1U);
    EXPECT_FALSE(store->rollback(1));
}

TEST(SimpleStore, BLK6_WithNoRollbackEachCommitIsFinal)
{
    const auto disk = std::make_shared<MemoryDisk>();
    auto store = open_on(disk, {.rollback_depth_max = 0});
    ASSERT_TRUE(store->commit(std::vector<Write>{{b("k"), b("1")}}));
    EXPECT_EQ(store->rollback_depth(), 0U);
    EXPECT_FALSE(store->rollback(1));
    store = nullptr;
    store = open_on(disk, {.rollback_depth_max = U64_MAX});
    EXPECT_EQ(store->rollback_depth(), 0U);
    ASSERT_TRUE(store->commit(std::vector<Write>{{b("k"), b("2")}}));
    EXPECT_EQ(store->rollback_depth(), 1U);
    ASSERT_TRUE(store->rollback(1));
    EXPECT_EQ(store->get(view("k")), b("1"));
}

TEST(SimpleStore, BLK6_RollingBackAndApplyingTheSameBatchesGivesTheSameRoots)
{
    std::mt19937_64 random(1);
    const auto store = SimpleStore::open_in_memory().value();
    std::vector<std::vector<Write>> batches(30);
    std::vector<Hash32> roots{store->root()};
    for (auto& batch : batches) {
        batch = random_batch(random);
        ASSERT_TRUE(store->commit(batch));
        roots.push_back(store->root());
    }
    ASSERT_TRUE(store->rollback(20));
    EXPECT_EQ(store->root(), roots[10]);
    for (std::size_t i = 10; i < batches.size(); ++i) {
        ASSERT_TRUE(store->commit(batches[i]));
        EXPECT_EQ(store->root(), roots[i + 1]);
    }
}

TEST(SimpleStore, EachCommitIsOneWriteAndOneSync)
{
    const auto disk = std::make_shared<MemoryDisk>();
    const auto store = open_on(disk);
    const u64 writes = disk->writes;
    const u64 syncs = disk->syncs;
    ASSERT_TRUE(store->commit(std::vector<Write>{{b("a"), b("1")}, {b("b"), b("2")}}));
    ASSERT_TRUE(store->rollback(1));
    EXPECT_EQ(disk->writes, writes + 2);
    EXPECT_EQ(disk->syncs, syncs + 2);
}

/// What the store should hold at its latest version and at those it can go back to.
struct Model {
    std::vector<Contents> versions{{}};  ///< versions[v] as of version v
    u64 reachable_from = 0;              ///< in this opening
    u64 recorded_from = 0;               ///< in any: only a commit gives up versions for good

    void reopened(u64 depth_max)
    {
        reachable_from = recorded_from;
        give_up(depth_max);
    }

    void give_up(u64 depth_max)
    {
        const u64 version = versions.size() - 1;
        if (version > depth_max) reachable_from = std::max(reachable_from, version - depth_max);
    }
};

void check(const Store& store, const Model& model, u64 depth_max, const std::string& where)
{
    const u64 version = model.versions.size() - 1;
    ASSERT_EQ(store.version(), version) << where;
    ASSERT_EQ(store.root(), root_of(model.versions.back())) << where;
    ASSERT_EQ(contents_of(store), model.versions.back()) << where;
    ASSERT_EQ(store.rollback_depth(), std::min(depth_max, version - model.reachable_from)) << where;
}

void random_walk(u64 seed)
{
    std::mt19937_64 random(seed);
    const auto disk = std::make_shared<MemoryDisk>();
    u64 depth_max = 1 + random() % 6;
    auto store = open_on(disk, {depth_max});
    Model model;
    for (int step = 0; step < 120; ++step) {
        const std::string where = "seed " + std::to_string(seed) + " step " + std::to_string(step);
        const u64 what = random() % 10;
        if (what < 7) {
            const auto batch = random_batch(random);
            ASSERT_TRUE(store->commit(batch));
            Contents next = model.versions.back();
            apply(next, batch);
            model.versions.push_back(std::move(next));
            model.give_up(depth_max);
            model.recorded_from = model.reachable_from;
        } else if (what < 9) {
            const u64 versions = random() % (store->rollback_depth() + 1);
            ASSERT_TRUE(store->rollback(versions));
            model.versions.resize(model.versions.size() - versions);
        } else {
            store = nullptr;
            depth_max = 1 + random() % 6;
            store = open_on(disk, {depth_max});
            ASSERT_NE(store, nullptr) << where;
            model.reopened(depth_max);
        }
        check(*store, model, depth_max, where);
    }
    // To each earlier root, one by one, with a reopening between.
    while (store->rollback_depth() > 0) {
        ASSERT_TRUE(store->rollback(1));
        model.versions.pop_back();
        store = nullptr;
        store = open_on(disk, {depth_max});
        model.reopened(depth_max);
        check(*store, model, depth_max, "back, seed " + std::to_string(seed));
    }
}

TEST(SimpleStore, BLK6_RandomCommitsRollbacksAndReopeningsBehaveAsAMap)
{
    for (u64 seed = 0; seed < 40 && !HasFatalFailure(); ++seed) random_walk(seed);
}

}  // namespace
}  // namespace lariat::state
