// Tests of batches that are staged: what a store shows meanwhile, and that a drop leaves nothing behind.
#include <gtest/gtest.h>

#include <future>

#include "recorded_run.hpp"

namespace lariat::state::staged_test {
namespace {

using Batch = std::vector<Write>;

constexpr LogStoreOptions TINY{
    .keep_versions = 3, .segment_bytes = 1024, .segment_unit = 512, .window_slack = 16384};

std::unique_ptr<LogStore> opened(const std::shared_ptr<FaultDisk>& disk,
                                 const LogStoreOptions& options = TINY)
{
    std::unique_ptr<LogStore> store;
    EXPECT_EQ(open_on(disk, options, store), "");
    return store;
}

Batch batch_of(std::mt19937_64& random)
{
    std::map<Bytes, std::optional<Bytes>> writes;
    for (u64 left = random() % 12; left > 0; --left) {
        const std::size_t size_max = random() % 10 == 0 ? 1500 : 90;
        writes[Bytes(random() % 40, 'k')] =
            random() % 3 == 0 ? std::nullopt : std::optional{random_bytes(random, size_max)};
    }
    Batch out;
    for (auto& [key, value] : writes) out.push_back({key, std::move(value)});
    return out;
}

/// A staged version cannot be undone by a rollback.
Moment without_depth(Moment moment)
{
    moment.depth = 0;
    return moment;
}

void compare_with_whole_commits(u64 seed, LogStoreOptions options)
{
    std::mt19937_64 random(seed);
    const auto disk = fault_disk(), whole_disk = fault_disk();
    auto store = opened(disk, options), whole = opened(whole_disk, options);
    StoreModel model(options.keep_versions, store->root());
    for (int step = 0; step < 150; ++step) {
        const u64 changes = disk->journal().size();
        for (u64 drops = random() % 3; drops > 0; --drops) {
            const Batch batch = batch_of(random);
            StoreModel other = model;
            const auto root = store->stage(batch);
            ASSERT_TRUE(root.ok());
            other.commit(batch, root.value());
            ASSERT_EQ(difference(*store, without_depth(other.moment()), other.keys()), "") << "staged";
            ASSERT_TRUE(store->drop_staged().ok());
            ASSERT_EQ(difference(*store, model.moment(), other.keys()), "") << "dropped";
        }
        const Batch batch = batch_of(random);
        const auto root = store->stage(batch);
        ASSERT_TRUE(root.ok());
        model.commit(batch, root.value());
        ASSERT_EQ(difference(*store, without_depth(model.moment()), model.keys()), "") << "staged";
        ASSERT_EQ(disk->journal().size(), changes) << "a file was written too early";
        ASSERT_TRUE(store->make_durable().ok());
        ASSERT_EQ(difference(*store, model.moment(), model.keys()), "") << "durable";
        ASSERT_TRUE(whole->commit(batch).ok());
        ASSERT_EQ(store->root(), whole->root());
        if (random() % 8 == 0 && store->rollback_depth() > 0) {
            ASSERT_TRUE(store->rollback(1).ok());
            ASSERT_TRUE(whole->rollback(1).ok());
            model.rollback(1);
        }
        if (random() % 8 == 0) store = opened(disk, options);
    }
    // The frames of both lie at the same offsets, whatever was dropped in between.
    store.reset();
    whole.reset();
    DiskImage files = disk->now(), whole_files = whole_disk->now();
    files.erase("index");  // its order follows from a random secret
    whole_files.erase("index");
    EXPECT_EQ(files, whole_files);
}

TEST(Staged, BatchesStagedAndDroppedLeaveTheStoreAndItsFilesAsWholeCommitsDo)
{
    for (u64 seed = 1; seed <= setting("LARIAT_STAGED_SEEDS", 12, 3); ++seed) {
        LogStoreOptions options = TINY;
        options.keep_versions = seed % 4;
        options.segment_unit = u64{256} << seed % 5;
        options.segment_bytes = options.segment_unit << seed % 3;
        options.room = seed % 2 == 0 ? 0 : 256;
        compare_with_whole_commits(seed, options);
        if (HasFatalFailure()) FAIL() << "seed " << seed;
    }
}

TEST(Staged, AProcessThatDiesBeforeABatchIsDurableLeavesTheVersionBefore)
{
    for (const bool first : {true, false}) {
        const auto disk = fault_disk();
        auto store = opened(disk);
        if (!first) {
            ASSERT_TRUE(store->commit(Batch{{{'a'}, Bytes{1}}}).ok());
        }
        const Hash32 root = store->root();
        const DiskImage before = disk->now();
        ASSERT_TRUE(store->stage(Batch({{{'a'}, Bytes{2}}, {{'b'}, Bytes(3000)}})).ok());
        EXPECT_NE(store->root(), root);
        EXPECT_EQ(disk->now(), before);
        EXPECT_EQ(opened(fault_disk(disk->now()))->root(), root);
    }
}

TEST(Staged, WhoeverClosesTheStoreDropsTheBatch)
{
    for (const bool reopens : {true, false}) {
        const auto disk = fault_disk();
        auto store = opened(disk);
        ASSERT_TRUE(store->commit(Batch{{{'a'}, Bytes{1}}}).ok());
        const Hash32 root = store->root();
        ASSERT_TRUE(store->stage(Batch({{{'a'}, Bytes{2}}})).ok());
        if (reopens) {
            const auto again = store->reopen();
            ASSERT_TRUE(again.ok());
            EXPECT_EQ(again.value()->root(), root);
            EXPECT_EQ(again.value()->get(view("a")), Bytes{1});
        }
        store.reset();
        EXPECT_EQ(opened(disk)->root(), root);
    }
}

TEST(Staged, NothingElseIsWrittenMeanwhile)
{
    const auto disk = fault_disk();
    auto store = opened(disk);
    EXPECT_FALSE(store->make_durable().ok());
    EXPECT_FALSE(store->drop_staged().ok());
    ASSERT_TRUE(store->commit(Batch{{{'a'}, Bytes{1}}}).ok());
    const auto second = store->stage(Batch({{{'a'}, Bytes{2}}}));
    ASSERT_TRUE(second.ok());
    EXPECT_FALSE(store->commit(Batch{{{'a'}, Bytes{3}}}).ok());
    EXPECT_FALSE(store->stage(Batch({{{'a'}, Bytes{3}}})).ok());
    EXPECT_FALSE(store->rollback(1).ok());
    EXPECT_FALSE(store->rollback(0).ok());
    EXPECT_EQ(store->rollback_depth(), 0U);
    EXPECT_FALSE(store->drop_history().ok());
    EXPECT_FALSE(store->verify_files().ok());
    EXPECT_FALSE(store
                     ->for_each_of_window([](const auto&) { return StatusOf<StoreError>{}; },
                                          [](const auto&) { return StatusOf<StoreError>{}; })
                     .ok());
    EXPECT_EQ(store->root(), second.value()) << "a refusal changes nothing";
    ASSERT_TRUE(store->make_durable().ok());
    EXPECT_EQ(store->get(view("a")), Bytes{2});
    EXPECT_EQ(store->rollback_depth(), 2U);
    EXPECT_TRUE(store->verify_files().ok());
}

TEST(Staged, ABatchThatIsRefusedIsNotStaged)
{
    auto store = opened(fault_disk());
    EXPECT_FALSE(store->stage(Batch({{{'b'}, Bytes{1}}, {{'a'}, Bytes{1}}})).ok());
    EXPECT_FALSE(store->drop_staged().ok());
    EXPECT_TRUE(store->commit(Batch{{{'a'}, Bytes{1}}}).ok());
}

TEST(Staged, AFailedWriteDropsTheBatchAndTheStoreSaysSoFromThenOn)
{
    const auto disk = fault_disk({}, {.change = 12});
    auto store = opened(disk);
    Hash32 before;
    StatusOf<StoreError> done;
    for (u8 n = 0; n < 20 && done.ok(); ++n) {
        before = store->root();
        ASSERT_TRUE(store->stage(Batch({{{n}, Bytes{n}}})).ok());
        done = store->make_durable();
    }
    ASSERT_FALSE(done.ok()) << "the fault is met";
    EXPECT_EQ(store->root(), before) << "reads go on with the version before";
    const auto again = store->stage(Batch({{{'a'}, Bytes{1}}}));
    ASSERT_FALSE(again.ok());
    EXPECT_EQ(again.error().message, done.error().message);
    EXPECT_FALSE(store->make_durable().ok());
    EXPECT_FALSE(store->drop_staged().ok());
    EXPECT_EQ(store->view().root(), before) << "views do not wait for ever";
}

TEST(Staged, AViewOfAnotherThreadWaitsAndNeverShowsAVersionThatIsNotDurable)
{
    for (const bool durable : {true, false}) {
        auto store = LogStore::open_in_memory().value();
        ASSERT_TRUE(store->commit(Batch{{{'a'}, Bytes{1}}}).ok());
        ASSERT_TRUE(store->stage(Batch({{{'a'}, Bytes{2}}})).ok());
        auto seen = std::async(std::launch::async, [&] { return store->view().get(view("a")); });
        EXPECT_EQ(seen.wait_for(std::chrono::milliseconds(50)), std::future_status::timeout);
        ASSERT_TRUE((durable ? store->make_durable() : store->drop_staged()).ok());
        EXPECT_EQ(seen.get(), Bytes{durable ? u8{2} : u8{1}});
    }
}

}  // namespace
}  // namespace lariat::state::staged_test
