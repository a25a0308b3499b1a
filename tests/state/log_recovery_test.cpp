// The log under torn writes, damage, a full disk and a second process.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/hash.hpp"
#include "base/hex.hpp"
#include "contents.hpp"
#include "memory_log_file.hpp"
#include "state/simple_store.hpp"

namespace lariat::state {
namespace {

Bytes b(std::string_view s)
{
    return to_bytes(s);
}

SimpleStore::Opened open_bytes(Bytes bytes)
{
    auto disk = std::make_shared<MemoryDisk>();
    disk->bytes = std::move(bytes);
    return SimpleStore::open(std::make_unique<MemoryLogFile>(disk));
}

struct SampleLog {
    std::shared_ptr<MemoryDisk> disk = std::make_shared<MemoryDisk>();
    std::vector<std::size_t> ends;  ///< of the format header and of each record
    std::vector<Hash32> roots;      ///< as of each end
    std::vector<u64> versions;

    void note(const Store& store)
    {
        ends.push_back(disk->bytes.size());
        roots.push_back(store.root());
        versions.push_back(store.version());
    }
    Bytes first(std::size_t size) const { return to_bytes(BytesView{disk->bytes}.first(size)); }
};

/// Two commits, a rollback, a commit.
SampleLog sample_log()
{
    SampleLog log;
    const auto store = SimpleStore::open(std::make_unique<MemoryLogFile>(log.disk)).value();
    log.note(*store);
    EXPECT_TRUE(store->commit(std::vector<Write>{{b("a"), b("1")}, {b("b"), b("")}}));
    log.note(*store);
    EXPECT_TRUE(store->commit(std::vector<Write>{{b("a"), std::nullopt}, {b("c"), b("333")}}));
    log.note(*store);
    EXPECT_TRUE(store->rollback(1));
    log.note(*store);
    EXPECT_TRUE(store->commit(std::vector<Write>{{b(""), b("x")}, {b("d"), b("4")}}));
    log.note(*store);
    return log;
}

TEST(LogRecovery, DET2_FormatOfTheLogIsPinned)
{
    EXPECT_EQ(to_hex(sha256(sample_log().disk->bytes)),
              "0x1ca58bc8e039b602119c746ab45a02e23a4c32356d52e2ddf8cb58a2e2dcc509");
}

TEST(LogRecovery, ATailTornAtAnyByteIsCutToTheLastWholeRecord)
{
    const SampleLog log = sample_log();
    for (std::size_t size = log.ends[0]; size <= log.disk->bytes.size(); ++size) {
        std::size_t whole = 0;
        while (whole + 1 < log.ends.size() && log.ends[whole + 1] <= size) ++whole;

        auto disk = std::make_shared<MemoryDisk>();
        disk->bytes = log.first(size);
        auto opened = SimpleStore::open(std::make_unique<MemoryLogFile>(disk));
        ASSERT_TRUE(opened.ok()) << size;
        EXPECT_EQ(opened.value()->root(), log.roots[whole]) << size;
        EXPECT_EQ(opened.value()->version(), log.versions[whole]) << size;
        EXPECT_EQ(disk->bytes.size(), log.ends[whole]) << size;

        ASSERT_TRUE(opened.value()->commit(std::vector<Write>{{b("new"), b("5")}}));
        const Hash32 root = opened.value()->root();
        const auto again = SimpleStore::open(std::make_unique<MemoryLogFile>(disk));
        ASSERT_TRUE(again.ok()) << size;
        EXPECT_EQ(again.value()->root(), root) << size;
    }
}

TEST(LogRecovery, ATailThatHasItsLengthButOnlyZerosIsCut)
{
    const SampleLog log = sample_log();
    for (const std::size_t zeros : {1U, 16U, 17U, 100U, 70000U}) {
        Bytes bytes = log.disk->bytes;
        bytes.resize(bytes.size() + zeros);
        const auto opened = open_bytes(bytes);
        ASSERT_TRUE(opened.ok()) << zeros;
        EXPECT_EQ(opened.value()->root(), log.roots.back());
    }
}

TEST(LogRecovery, ALogWhoseCreationWasCutShortStartsAnew)
{
    const SampleLog log = sample_log();
    for (std::size_t size = 0; size <= log.ends[0]; ++size) {
        for (const Bytes& bytes : {log.first(size), Bytes(size)}) {
            const auto opened = open_bytes(bytes);
            ASSERT_TRUE(opened.ok()) << size;
            EXPECT_EQ(opened.value()->version(), 0U);
        }
    }
}

TEST(LogRecovery, EveryFlippedByteIsAnErrorThatNamesFileAndOffset)
{
    const SampleLog log = sample_log();
    for (std::size_t at = 0; at < log.disk->bytes.size(); ++at) {
        std::size_t record = 0;
        while (log.ends[record] <= at) ++record;
        const std::size_t start = record == 0 ? 0 : log.ends[record - 1];
        for (const int flip : {1, 2, 4, 8, 16, 32, 64, 128, 255}) {
            Bytes bytes = log.disk->bytes;
            bytes[at] ^= static_cast<u8>(flip);
            const auto opened = open_bytes(bytes);
            ASSERT_FALSE(opened.ok()) << "byte " << at << " flip " << flip;
            ASSERT_EQ(opened.error().message.rfind("memory.log at offset " + std::to_string(start) + ":", 0),
                      0U)
                << opened.error().message;
        }
    }
}

TEST(LogRecovery, ARecordTakenOutOrRepeatedIsAnError)
{
    const SampleLog log = sample_log();
    const Bytes& bytes = log.disk->bytes;
    Bytes without = log.first(log.ends[0]);
    without.insert(without.end(), bytes.begin() + static_cast<std::ptrdiff_t>(log.ends[1]), bytes.end());
    EXPECT_FALSE(open_bytes(without).ok());
    Bytes repeated = bytes;
    repeated.insert(repeated.end(), bytes.begin() + static_cast<std::ptrdiff_t>(log.ends[3]), bytes.end());
    EXPECT_FALSE(open_bytes(repeated).ok());
}

/// Sealed as it should be, so that only its meaning is wrong.
TEST(LogRecovery, SealedRecordsThatDoNotFollowAreErrors)
{
    const SampleLog log = sample_log();
    const u64 end = log.disk->bytes.size();
    const std::vector<Write> none;
    const std::vector<Write> out_of_order{{b("b"), b("1")}, {b("a"), b("1")}};
    const Hash32& root = log.roots.back();
    const std::vector<Bytes> wrong{
        encode_commit(end, 4, root, 1, none),            // skips a version
        encode_commit(end, 3, root, 9, none),            // keeps more than there is
        encode_commit(end, 3, Hash32{}, 1, none),        // another root
        encode_commit(end, 3, root, 1, out_of_order),    // not a batch
        encode_rollback(end, 2, root, 0),                // undoes nothing
        encode_rollback(end, U64_MAX, log.roots[0], 3),  // more than there is
        encode_rollback(end, 1, log.roots.back(), 1),    // another root
        encode_rollback(end, 2, log.roots[1], 1),        // another version
    };
    for (const Bytes& record : wrong) {
        Bytes bytes = log.disk->bytes;
        bytes.insert(bytes.end(), record.begin(), record.end());
        EXPECT_FALSE(open_bytes(bytes).ok()) << &record - wrong.data();
    }
    const Bytes right = encode_rollback(end, 1, log.roots[1], 1);
    Bytes bytes = log.disk->bytes;
    bytes.insert(bytes.end(), right.begin(), right.end());
    EXPECT_TRUE(open_bytes(bytes).ok());
}

TEST(LogRecovery, AfterAFailedWriteNothingIsTakenAndTheStateIsTheLastGoodOne)
{
    const SampleLog log = sample_log();
    const std::vector<Write> batch{{b("a"), b("9")}, {b("d"), std::nullopt}};
    const std::size_t record_size = encode_commit(0, 0, {}, 0, batch).size();
    for (std::size_t space = 0; space <= record_size; ++space) {
        auto disk = std::make_shared<MemoryDisk>(*log.disk);
        auto store = SimpleStore::open(std::make_unique<MemoryLogFile>(disk)).value();
        const Contents before = contents_of(*store);
        disk->space = space;
        disk->sync_fails = space == record_size;  // then it is the sync that fails
        const auto committed = store->commit(batch);
        ASSERT_FALSE(committed.ok()) << space;
        EXPECT_EQ(committed.error().message.rfind("memory.log at offset ", 0), 0U);
        EXPECT_EQ(contents_of(*store), before);
        EXPECT_EQ(store->root(), log.roots.back());
        EXPECT_EQ(store->version(), log.versions.back());

        disk->space = U64_MAX;
        disk->sync_fails = false;
        EXPECT_FALSE(store->commit(batch));
        EXPECT_FALSE(store->rollback(1));

        store = nullptr;
        auto again = SimpleStore::open(std::make_unique<MemoryLogFile>(disk));
        ASSERT_TRUE(again.ok());
        if (space < record_size) {
            EXPECT_EQ(again.value()->root(), log.roots.back());
        }
        EXPECT_TRUE(again.value()->commit(batch));
    }
}

TEST(LogRecovery, BLK6_AFailedRollbackLeavesTheVersionsInPlace)
{
    const SampleLog log = sample_log();
    for (const u64 versions : {1U, 2U}) {
        auto disk = std::make_shared<MemoryDisk>(*log.disk);
        const auto store = SimpleStore::open(std::make_unique<MemoryLogFile>(disk)).value();
        const Contents before = contents_of(*store);
        disk->space = 10;
        EXPECT_FALSE(store->rollback(versions));
        EXPECT_EQ(store->root(), log.roots.back());
        EXPECT_EQ(contents_of(*store), before);
        EXPECT_EQ(store->version(), 2U);
        EXPECT_EQ(store->rollback_depth(), 2U);
    }
}

class LogOnDisk : public ::testing::Test {
protected:
    void SetUp() override
    {
        std::string name = (std::filesystem::temp_directory_path() / "lariat-state-XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        directory_ = name;
    }
    void TearDown() override { std::filesystem::remove_all(directory_); }
    std::filesystem::path directory_;
};

TEST_F(LogOnDisk, StateIsThereAfterReopening)
{
    const std::string state = (directory_ / "state").string();
    Hash32 root;
    {
        const auto store = SimpleStore::open(state).value();
        ASSERT_TRUE(store->commit(std::vector<Write>{{b("a"), b("1")}}));
        root = store->root();
        ASSERT_TRUE(store->commit(std::vector<Write>{{b("big"), Bytes(1 << 20, 7)}}));
    }
    {
        const auto store = SimpleStore::open(state).value();
        EXPECT_EQ(store->version(), 2U);
        EXPECT_EQ(store->get(view("big")), Bytes(1 << 20, 7));
        ASSERT_TRUE(store->rollback(1));
    }
    const auto store = SimpleStore::open(state).value();
    EXPECT_EQ(store->version(), 1U);
    EXPECT_EQ(store->root(), root);
}

TEST_F(LogOnDisk, TornTailIsCutFromTheFile)
{
    const std::filesystem::path file = directory_ / "state.log";
    ASSERT_TRUE(SimpleStore::open(directory_.string()).value()->commit(std::vector<Write>{{b("a"), b("1")}}));
    const auto size = std::filesystem::file_size(file);
    ASSERT_TRUE(SimpleStore::open(directory_.string()).value()->commit(std::vector<Write>{{b("a"), b("2")}}));
    std::filesystem::resize_file(file, std::filesystem::file_size(file) - 1);
    const auto store = SimpleStore::open(directory_.string()).value();
    EXPECT_EQ(store->get(view("a")), b("1"));
    EXPECT_EQ(std::filesystem::file_size(file), size);
}

TEST_F(LogOnDisk, ASecondStoreOnTheDirectoryIsRefused)
{
    auto store = SimpleStore::open(directory_.string()).value();
    const auto second = SimpleStore::open(directory_.string());
    ASSERT_FALSE(second.ok());
    EXPECT_NE(second.error().message.find("already open"), std::string::npos);

    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) _exit(SimpleStore::open(directory_.string()).ok() ? 1 : 0);
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);

    store = nullptr;
    EXPECT_TRUE(SimpleStore::open(directory_.string()).ok());
}

TEST_F(LogOnDisk, AnotherKindOfFileIsRefusedAndLeftAlone)
{
    const std::filesystem::path file = directory_ / "state.log";
    std::ofstream(file) << "some notes";
    const auto opened = SimpleStore::open(directory_.string());
    ASSERT_FALSE(opened.ok());
    EXPECT_NE(opened.error().message.find(file.string()), std::string::npos);
    EXPECT_EQ(std::filesystem::file_size(file), 10U);
}

TEST_F(LogOnDisk, ADirectoryThatCannotBeMadeIsAnError)
{
    EXPECT_FALSE(SimpleStore::open((directory_ / "no" / "such").string()).ok());
    std::ofstream(directory_ / "file") << "x";
    EXPECT_FALSE(SimpleStore::open((directory_ / "file").string()).ok());
}

}  // namespace
}  // namespace lariat::state
