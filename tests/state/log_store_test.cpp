// Tests of the store against the model: contents, roots, versions, rollbacks and reopenings, at random and
// at its limits.
#include "state/log_store.hpp"

#include <gtest/gtest.h>

#include "base/hash.hpp"
#include "base/hex.hpp"
#include "recorded_run.hpp"
#include "state/proof/verify.hpp"

namespace lariat::state::log_store_test {
namespace {

Bytes b(std::string_view s)
{
    return to_bytes(s);
}

using Batch = std::vector<Write>;

constexpr LogStoreOptions SMALL{
    .keep_versions = 16, .segment_bytes = 4096, .segment_unit = 1024, .window_slack = 16384};

std::unique_ptr<LogStore> opened(const std::shared_ptr<FaultDisk>& disk,
                                 const LogStoreOptions& options = SMALL)
{
    std::unique_ptr<LogStore> store;
    EXPECT_EQ(open_on(disk, options, store), "");
    return store;
}

TEST(LogStore, StartsEmptyAtVersionZeroAndStaysSoWhenReopened)
{
    const auto disk = fault_disk();
    Hash32 root;
    for (int times = 0; times < 2; ++times) {
        const auto store = opened(disk);
        ASSERT_NE(store, nullptr);
        EXPECT_EQ(store->version(), 0U);
        EXPECT_EQ(store->rollback_depth(), 0U);
        EXPECT_EQ(store->get(view("a")), std::nullopt);
        EXPECT_FALSE(store->rollback(1));
        if (times == 0) root = store->root();
        EXPECT_EQ(store->root(), root);
    }
}

TEST(LogStore, AbsentAndEmptyAreDifferent)
{
    const auto disk = fault_disk();
    auto store = opened(disk);
    ASSERT_TRUE(store->commit(Batch{{b(""), b("")}, {b("a"), b("")}}));
    ASSERT_TRUE(store->commit(Batch{{b("a"), std::nullopt}, {b("b"), std::nullopt}}));
    for (int times = 0; times < 2; ++times) {
        EXPECT_EQ(store->get(view("")), Bytes{});
        EXPECT_TRUE(store->contains(view("")));
        EXPECT_EQ(store->get(view("a")), std::nullopt);
        EXPECT_FALSE(store->contains(view("a")));
        EXPECT_FALSE(store->contains(view("b")));
        EXPECT_EQ(contents_of(*store).size(), 1U);
        store = nullptr;
        store = opened(disk);
    }
}

TEST(LogStore, TMR8_AnAbsentKeyWithALiveTwinIsProvedAndItIsSaidBeforeThatThisTakesASearch)
{
    // Their SHA-256 begin with the same 64 bits.
    const Bytes key = *from_hex("0x246ca6955c1b3375"), twin = *from_hex("0x3c603bd83f43520f");
    const auto store = opened(fault_disk());
    ASSERT_NE(store, nullptr);
    ASSERT_TRUE(store->commit(Batch{{key, b("1")}, {b("stranger"), b("2")}}));
    EXPECT_TRUE(store->is_quick_to_prove(key));
    EXPECT_FALSE(store->is_quick_to_prove(twin));
    EXPECT_TRUE(store->is_quick_to_prove(b("nobody")));
    EXPECT_TRUE(verify_absent(store->prove(twin), store->root(), twin));
    EXPECT_TRUE(verify_value(store->prove(key), store->root(), key, view("1")));
    ASSERT_TRUE(store->commit(Batch{{key, std::nullopt}}));
    EXPECT_TRUE(store->is_quick_to_prove(twin));
    EXPECT_TRUE(verify_absent(store->prove(twin), store->root(), twin));
}

TEST(LogStore, KeysAndValuesOfAnyLengthComeBack)
{
    const auto disk = fault_disk();
    auto store = opened(disk);
    Contents model;
    std::mt19937_64 random(3);
    for (const std::size_t key_size : {0U, 1U, 7U, 8U, 9U, 255U, 256U, 70'000U}) {
        for (const std::size_t value_size : {0U, 1U, 7U, 8U, 100'000U}) {
            Batch batch{{Bytes(key_size, static_cast<u8>(value_size)), Bytes(value_size)}};
            for (u8& byte : *batch[0].value) byte = static_cast<u8>(random());
            state::apply(model, batch);
            ASSERT_TRUE(store->commit(batch));
        }
    }
    EXPECT_EQ(contents_of(*store), model);
    const Hash32 root = store->root();
    store = nullptr;
    store = opened(disk);
    EXPECT_EQ(contents_of(*store), model);
    EXPECT_EQ(store->root(), root);
    for (const auto& [key, value] : model) EXPECT_EQ(store->get(key), value);
}

TEST(LogStore, AKeyTooLongForTheFormatIsRefusedAndNothingChanges)
{
    const auto store = LogStore::open_in_memory().value();
    ASSERT_TRUE(store->commit(Batch{{b("a"), b("1")}}));
    const Hash32 root = store->root();
    const Bytes key(KEY_BYTES_MAX + 1);
    EXPECT_FALSE(store->commit(Batch{{key, b("")}}));
    EXPECT_EQ(store->get(key), std::nullopt);
    EXPECT_EQ(store->root(), root);
    EXPECT_TRUE(store->commit(Batch{{b("a"), b("2")}}));
}

TEST(LogStore, RefusesABatchOutOfOrderOrWithAKeyTwiceAndStaysAsItWas)
{
    const auto disk = fault_disk();
    const auto store = opened(disk);
    ASSERT_TRUE(store->commit(Batch{{b("b"), b("0")}}));
    const DiskImage before = disk->now();
    const Hash32 root = store->root();
    EXPECT_FALSE(store->commit(Batch{{b("b"), b("1")}, {b("a"), b("1")}}));
    EXPECT_FALSE(store->commit(Batch{{b("a"), b("1")}, {b("a"), b("2")}}));
    EXPECT_FALSE(store->commit(Batch{{b("a"), b("1")}, {b("a"), std::nullopt}}));
    EXPECT_EQ(store->version(), 1U);
    EXPECT_EQ(store->root(), root);
    EXPECT_EQ(disk->now(), before);
    EXPECT_TRUE(store->commit(Batch{{b("a"), b("1")}, {b("b"), b("1")}}));
}

TEST(LogStore, EachCommitIsOneWriteAndOneSyncOfTheLog)
{
    const auto disk = fault_disk();
    const auto store = opened(disk, {});
    ASSERT_TRUE(store->commit(Batch{{b("a"), b("1")}}));
    const std::size_t before = disk->journal().size();
    for (int i = 0; i < 10; ++i)
        ASSERT_TRUE(store->commit(Batch{{b("a"), b("1")}, {b("b"), Bytes(1000, 1)}}));
    u64 syncs = 0;
    u64 log_writes = 0;
    for (std::size_t i = before; i < disk->journal().size(); ++i) {
        const DiskChange& change = disk->journal()[i];
        syncs += change.kind == DiskChange::Kind::Sync ? 1 : 0;
        log_writes += change.kind == DiskChange::Kind::Write && change.bytes.size() > 1000 ? 1 : 0;
    }
    EXPECT_EQ(syncs, 10U);
    EXPECT_EQ(log_writes, 10U);
}

TEST(LogStore, RandomCommitsRollbacksAndReopeningsAgreeWithTheModel)
{
    for (u64 seed = 1; seed <= 12; ++seed) {
        std::mt19937_64 random(seed);
        const u64 keep = random() % 40;
        const u64 unit = u64{256} << random() % 8;
        const RecordedRun run(
            random_workload(random, {.steps = 150, .keys = 1 + random() % 100}, keep),
            {.keep_versions = keep, .segment_bytes = unit * 4, .segment_unit = unit, .window_slack = 16384});
        ASSERT_EQ(run.wrong, "") << "seed " << seed;
    }
}

/// Validators may keep more versions or larger files than others, and one may have stopped in between. The
/// slack of the window alone is the same for all.
TEST(LogStore, RootsFollowFromTheBatchesAloneWhateverTheOptionsAndReopenings)
{
    std::mt19937_64 random(5);
    std::vector<Batch> batches(300);
    for (Batch& batch : batches) batch = random_batch(random);
    std::vector<Hash32> roots;
    const LogStoreOptions usual{.window_slack = SMALL.window_slack};
    const LogStoreOptions least{.keep_versions = 0,
                                .segment_bytes = 256,
                                .segment_unit = 256,
                                .window_slack = SMALL.window_slack,
                                .room = 0};
    for (const LogStoreOptions& options : {usual, SMALL, least}) {
        const auto disk = fault_disk();
        auto store = opened(disk, options);
        for (std::size_t i = 0; i < batches.size(); ++i) {
            ASSERT_TRUE(store->commit(batches[i]));
            if (options.segment_bytes == SMALL.segment_bytes && i % 7 == 0) {
                store = nullptr;
                store = opened(disk, options);
            }
            if (roots.size() == i) roots.push_back(store->root());
            ASSERT_EQ(store->root(), roots[i]) << i;
        }
    }
}

TEST(LogStore, KeysThatAreExpectedAreReadAsWithoutThat)
{
    const auto disk = fault_disk();
    auto store = opened(disk, SMALL);
    std::vector<Bytes> names;
    for (u8 i = 0; i < 200; ++i) names.push_back(Bytes{i, 1});
    for (const Bytes& name : names) ASSERT_TRUE(store->commit(Batch{{name, Bytes(100, name[0])}}));
    for (const Bytes& name : names) EXPECT_EQ(store->get(name), Bytes(100, name[0]));
    for (int opening = 0; opening < 2; ++opening) {
        std::vector<BytesView> keys(names.begin(), names.end());
        const Bytes absent{9};
        keys.insert(keys.begin() + 70, absent);
        store->expect(keys);
        for (const Bytes& name : names) EXPECT_EQ(store->get(name), Bytes(100, name[0]));
        EXPECT_FALSE(store->contains(absent));
        store = nullptr;
        store = opened(disk, SMALL);
    }
}

TEST(LogStore, DifferentContentsHaveDifferentRoots)
{
    std::map<Hash32, Contents> seen;
    for (u64 seed = 0; seed < 40; ++seed) {
        std::mt19937_64 random(seed);
        const auto store = LogStore::open_in_memory().value();
        for (int i = 0; i < 10; ++i) {
            ASSERT_TRUE(store->commit(random_batch(random)));
            const auto [place, is_new] = seen.emplace(store->root(), contents_of(*store));
            if (!is_new) {
                ASSERT_EQ(place->second, contents_of(*store));
            }
        }
    }
}

TEST(LogStore, BLK6_RollingBackAndApplyingTheSameBatchesGivesTheSameRoots)
{
    std::mt19937_64 random(1);
    const auto disk = fault_disk();
    auto store = opened(
        disk, {.keep_versions = 100, .segment_bytes = 1024, .segment_unit = 1024, .window_slack = 16384});
    std::vector<Batch> batches(80);
    std::vector<Hash32> roots{store->root()};
    for (Batch& batch : batches) {
        batch = random_batch(random);
        ASSERT_TRUE(store->commit(batch));
        roots.push_back(store->root());
    }
    for (const std::size_t to : {60U, 0U, 79U, 40U}) {
        ASSERT_TRUE(store->rollback(batches.size() - to));
        EXPECT_EQ(store->root(), roots[to]);
        for (std::size_t i = to; i < batches.size(); ++i) {
            ASSERT_TRUE(store->commit(batches[i]));
            ASSERT_EQ(store->root(), roots[i + 1]);
        }
    }
}

TEST(LogStore, BLK6_KeepsOnlyAsManyVersionsAsItWasToldTo)
{
    const auto store = LogStore::open_in_memory({.keep_versions = 2}).value();
    for (const std::string_view value : {"1", "2", "3"})
        ASSERT_TRUE(store->commit(Batch{{b("k"), b(value)}}));
    EXPECT_EQ(store->rollback_depth(), 2U);
    EXPECT_FALSE(store->rollback(3));
    EXPECT_EQ(store->get(view("k")), b("3"));
    EXPECT_TRUE(store->rollback(0));
    EXPECT_EQ(store->version(), 3U);
    EXPECT_TRUE(store->rollback(2));
    EXPECT_EQ(store->get(view("k")), b("1"));
    EXPECT_EQ(store->version(), 1U);
    EXPECT_FALSE(store->rollback(1));
}

TEST(LogStore, BLK6_1024VersionsCanBeUndoneAfterARestart)
{
    std::mt19937_64 random(7);
    const auto disk = fault_disk();
    const LogStoreOptions options{
        .keep_versions = 1024, .segment_bytes = 16384, .segment_unit = 4096, .window_slack = 16384};
    auto store = opened(disk, options);
    std::vector<Hash32> roots{store->root()};
    std::vector<Contents> contents{{}};
    for (int i = 0; i < 1500; ++i) {
        const Batch batch = random_batch(random);
        ASSERT_TRUE(store->commit(batch));
        roots.push_back(store->root());
        contents.push_back(contents.back());
        state::apply(contents.back(), batch);
    }
    for (const u64 to : {1499U, 1400U, 900U, 476U}) {
        store = nullptr;
        store = opened(disk, options);
        ASSERT_GE(store->rollback_depth(), store->version() - 476);
        ASSERT_TRUE(store->rollback(store->version() - to));
        EXPECT_EQ(store->root(), roots[to]);
        EXPECT_EQ(contents_of(*store), contents[to]);
    }
}

/// The log's bytes follow from the batches: no clock, no address, no secret of the index is in them. A
/// change of this hash is a change of the format, which docs/store-format.md and FORMAT_VERSION must show.
TEST(LogStore, DET2_TheBytesOfTheFilesArePinned)
{
    const auto disk = fault_disk();
    auto store = opened(disk, SMALL);
    ASSERT_TRUE(store->commit(Batch{{b(""), b("x")}, {b("a"), b("1")}, {b("b"), Bytes(300, 7)}}));
    ASSERT_TRUE(store->commit(Batch{{b("a"), b("22")}, {b("b"), std::nullopt}, {b("c"), b("")}}));
    ASSERT_TRUE(store->commit(Batch{{b("d"), Bytes(3000, 9)}}));
    ASSERT_TRUE(store->rollback(1));
    ASSERT_TRUE(store->commit(Batch{{b("d"), b("4")}}));
    Bytes all;
    for (const auto& [name, bytes] : disk->now()) {
        if (name == "index") continue;
        all.insert(all.end(), name.begin(), name.end());
        all.insert(all.end(), bytes.begin(), bytes.end());
    }
    EXPECT_EQ(to_hex(sha256(all)), "0x7c471bdc9f0a057474e882f5bff8a2e8eba2118d9b60c2e7d9050b301fc28ab9");
    EXPECT_EQ(to_hex(store->root()), "0x3d9ca307870c3aab217d850993107ff27784165c675e7a7120d0887d63683c1a");
}

}  // namespace
}  // namespace lariat::state::log_store_test
