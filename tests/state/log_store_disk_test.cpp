// Tests of the store's disk use over time, of readers in other threads, and of exclusive access to its
// directory.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "recorded_run.hpp"
#include "state/proof/verify.hpp"

namespace lariat::state {
namespace {

using Batch = std::vector<Write>;

Bytes key(u64 number)
{
    Bytes out(16);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<u8>(number >> 8 * (i % 8) ^ i);
    return out;
}

Batch sorted(std::map<Bytes, std::optional<Bytes>> writes)
{
    Batch out;
    for (auto& [name, value] : writes) out.push_back({name, std::move(value)});
    return out;
}

/// A long run of one pattern of updates. The files must stay within three times the live bytes: those of the
/// largest version that can be gone back to, whose records have to be there too. Beside this stand what
/// those versions wrote, the allowance for a small state, the floor's chunk, whose operations may each have
/// a frame of their own, and the first and the last file, partly used.
class DiskUse : public ::testing::Test {
protected:
    static constexpr LogStoreOptions OPTIONS{
        .keep_versions = 4, .segment_bytes = 65536, .segment_unit = 4096, .window_slack = 16384};
    static constexpr u64 KEYS = 2000;
    static constexpr u64 ALLOWANCE = 16384;

    void commit(const Batch& batch)
    {
        ASSERT_TRUE(store_->commit(batch));
        const LogStoreStats stats = store_->stats();
        const u64 live = stats.totals.live_bytes;
        live_.push_back(live);
        if (live_.size() > OPTIONS.keep_versions + 1) live_.pop_front();
        const u64 largest = *std::ranges::max_element(live_);
        u64 written = 0;
        for (const Write& write : batch) {
            written += record_size(write.key.size(), write.value ? write.value->size() : 0);
        }
        written_.push_back(FRAME_BYTES + 4 * written);  // the floor moves over three times as much
        if (written_.size() > OPTIONS.keep_versions) written_.pop_front();
        u64 kept = 0;
        for (const u64 bytes : written_) kept += bytes;
        const u64 file = std::clamp(largest / 8, OPTIONS.segment_unit, OPTIONS.segment_bytes);
        worst_ =
            std::max(worst_, static_cast<double>(stats.disk_bytes) / static_cast<double>(live + ALLOWANCE));
        ASSERT_LE(stats.disk_bytes, 3 * largest + kept + ALLOWANCE + CHUNK_OPS * FRAME_BYTES + 2 * file)
            << "version " << stats.version << ", live " << live << ", kept " << kept;
    }

    static constexpr u64 BATCH = 100;

    /// In batches: a commit that is as large as the state would stay whole until the floor has left it.
    void write_all(std::optional<std::size_t> value_size)
    {
        for (u64 from = 0; from < KEYS && !HasFatalFailure(); from += BATCH) {
            std::map<Bytes, std::optional<Bytes>> writes;
            for (u64 i = from; i < from + BATCH; ++i) {
                writes[key(i)] =
                    value_size ? std::optional{Bytes(*value_size, static_cast<u8>(i))} : std::nullopt;
            }
            commit(sorted(std::move(writes)));
        }
    }
    void fill(std::size_t value_size) { write_all(value_size); }

    Batch some(std::size_t count, std::size_t value_size)
    {
        std::map<Bytes, std::optional<Bytes>> writes;
        while (writes.size() < count)
            writes[key(random_() % KEYS)] = Bytes(value_size, static_cast<u8>(random_()));
        return sorted(writes);
    }

    void TearDown() override { std::printf("    at most %.2f times the live bytes and 16 KiB\n", worst_); }

    std::mt19937_64 random_{9};
    std::unique_ptr<LogStore> store_ = LogStore::open_in_memory(OPTIONS).value();
    std::deque<u64> live_;
    std::deque<u64> written_;
    double worst_ = 0;
};

TEST_F(DiskUse, UniformUpdates)
{
    fill(32);
    for (int i = 0; i < 400 && !HasFatalFailure(); ++i) commit(some(100, 32));
}

TEST_F(DiskUse, OneHotKey)
{
    fill(32);
    for (int i = 0; i < 10000 && !HasFatalFailure(); ++i) commit({{key(0), Bytes(8, static_cast<u8>(i))}});
}

TEST_F(DiskUse, EmptyCommits)
{
    fill(32);
    for (int i = 0; i < 10000 && !HasFatalFailure(); ++i) commit({});
}

TEST_F(DiskUse, DeletingAllAndFillingAgain)
{
    for (int times = 0; times < 4 && !HasFatalFailure(); ++times) {
        fill(32);
        write_all(std::nullopt);
        ASSERT_EQ(store_->live_count(), 0U);
    }
}

TEST_F(DiskUse, ValuesThatGrowAndShrink)
{
    fill(8);
    for (const std::size_t size : {64U, 256U, 1024U, 128U, 8U, 0U, 500U}) {
        for (int i = 0; i < 60 && !HasFatalFailure(); ++i) commit(some(100, size));
    }
}

TEST_F(DiskUse, ManyDeletesOfKeysThatAreAbsent)
{
    fill(32);
    for (int i = 0; i < 2000 && !HasFatalFailure(); ++i)
        commit({{key(KEYS + static_cast<u64>(i)), std::nullopt}});
}

/// Every version writes its number under every key, so a mixture of two would show.
TEST(LogStoreReaders, InOtherThreadsSeeOneVersionWholeAndProveIt)
{
    constexpr u64 READ_KEYS = 20;
    constexpr u64 VERSIONS = 300;
    constexpr u64 UNDONE = 3;
    const auto store =
        LogStore::open_in_memory(
            {.keep_versions = 4, .segment_bytes = 8192, .segment_unit = 1024, .window_slack = 16384})
            .value();
    std::atomic<bool> done = false;
    std::atomic<u64> wrong = 0;
    std::atomic<u64> views = 0;
    const auto read = [&](u64 proven) {
        while (!done) {
            const auto view = store->view();
            ++views;
            if (view.version() == 0) continue;
            const Bytes value = key(view.version());
            for (u64 i = 0; i < READ_KEYS; ++i) {
                if (view.get(key(i)) != value) ++wrong;
            }
            proven = (proven + 1) % READ_KEYS;
            if (!verify_value(view.prove(key(proven)), view.root(), key(proven), value)) ++wrong;
            if (!verify_absent(view.prove(key(READ_KEYS)), view.root(), key(READ_KEYS))) ++wrong;
        }
    };
    std::thread first(read, 0);
    std::thread second(read, READ_KEYS / 2);
    for (u64 committed = 0; store->version() < VERSIONS;) {
        std::map<Bytes, std::optional<Bytes>> writes;
        for (u64 i = 0; i < READ_KEYS; ++i) writes[key(i)] = key(store->version() + 1);
        EXPECT_TRUE(store->commit(sorted(std::move(writes))));
        if (++committed % 16 == 0) {
            EXPECT_TRUE(store->rollback(UNDONE));
        }
        if (committed % 8 == 0) std::this_thread::yield();
    }
    while (views < 4) std::this_thread::yield();
    done = true;
    first.join();
    second.join();
    EXPECT_EQ(wrong, 0U);
}

class LogStoreOnDisk : public ::testing::Test {
protected:
    void SetUp() override
    {
        std::string name = (std::filesystem::temp_directory_path() / "lariat-store-XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        directory_ = name;
    }
    void TearDown() override { std::filesystem::remove_all(directory_); }
    std::filesystem::path directory_;
};

TEST_F(LogStoreOnDisk, WhatWasCommittedIsThereAfterReopening)
{
    const std::string state = (directory_ / "state").string();
    Hash32 root;
    {
        const auto store = LogStore::open(state).value();
        ASSERT_TRUE(store->commit(Batch{{key(1), Bytes{1}}}));
        root = store->root();
        ASSERT_TRUE(store->commit(Batch{{key(2), Bytes(1 << 20, 7)}}));
    }
    {
        const auto store = LogStore::open(state).value();
        EXPECT_EQ(store->version(), 2U);
        EXPECT_EQ(store->get(key(2)), Bytes(1 << 20, 7));
        ASSERT_TRUE(store->rollback(1));
    }
    const auto store = LogStore::open(state).value();
    EXPECT_EQ(store->version(), 1U);
    EXPECT_EQ(store->root(), root);
    EXPECT_EQ(store->get(key(1)), Bytes{1});
}

TEST_F(LogStoreOnDisk, ASecondOpeningIsRefusedInThisProcessAndInAnother)
{
    const std::string state = directory_.string();
    auto store = LogStore::open(state).value();
    const auto second = LogStore::open(state);
    ASSERT_FALSE(second.ok());
    EXPECT_NE(second.error().message.find(state), std::string::npos) << second.error().message;

    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) _exit(LogStore::open(state).ok() ? 1 : 0);
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);

    ASSERT_TRUE(store->commit(Batch{{key(1), Bytes{1}}}));
    store = nullptr;
    EXPECT_EQ(LogStore::open(state).value()->version(), 1U);
}

TEST_F(LogStoreOnDisk, ADirectoryThatCannotBeMadeIsAnErrorThatNamesIt)
{
    const std::string nowhere = (directory_ / "no" / "such").string();
    const auto opened = LogStore::open(nowhere);
    ASSERT_FALSE(opened.ok());
    EXPECT_NE(opened.error().message.find(nowhere), std::string::npos) << opened.error().message;
    std::ofstream(directory_ / "file") << "x";
    EXPECT_FALSE(LogStore::open((directory_ / "file").string()).ok());
}

TEST_F(LogStoreOnDisk, AFileCutBehindItsBackIsAnErrorThatNamesIt)
{
    const std::string state = directory_.string();
    {
        const auto store = LogStore::open(state).value();
        for (u64 i = 0; i < 5; ++i) ASSERT_TRUE(store->commit(Batch{{key(i), Bytes(100, 1)}}));
    }
    const std::filesystem::path file = directory_ / "log.0000000000000000";
    std::filesystem::resize_file(file, std::filesystem::file_size(file) - 200);
    const auto opened = LogStore::open(state);
    ASSERT_FALSE(opened.ok());
    EXPECT_NE(opened.error().message.find(file.string()), std::string::npos) << opened.error().message;
}

}  // namespace
}  // namespace lariat::state
