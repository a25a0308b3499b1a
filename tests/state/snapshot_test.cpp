// Tests of snapshots: every store of a state gives the same bytes, and an imported store goes on as the
// first.
#include "state/snapshot.hpp"

#include <gtest/gtest.h>

#include "base/codec.hpp"
#include "base/hash.hpp"
#include "contents.hpp"
#include "state/disk/borrowed_directory.hpp"
#include "state/proof/verify.hpp"
#include "support/short_form.hpp"

namespace lariat::state::snapshot_test {
namespace {

constexpr LogStoreOptions SMALL{
    .keep_versions = 8, .segment_bytes = 4096, .segment_unit = 1024, .window_slack = 16384};
constexpr LogStoreOptions LARGE{
    .keep_versions = 1000, .segment_bytes = 1 << 20, .segment_unit = 1 << 16, .window_slack = 16384};
constexpr LogStoreOptions NO_HISTORY{.keep_versions = 0,
                                     .segment_bytes = 2048,
                                     .segment_unit = 512,
                                     .window_slack = 16384,
                                     .checkpoint = false};

std::unique_ptr<LogStore> open_in(Directory& directory, const LogStoreOptions& options)
{
    auto opened = LogStore::open(std::make_unique<BorrowedDirectory>(directory), options);
    EXPECT_TRUE(opened) << opened.error().message;
    return opened ? std::move(opened).value() : nullptr;
}

Bytes snapshot_of(const LogStore& store)
{
    Bytes out;
    const auto done = write_snapshot(store, [&](BytesView bytes) -> StatusOf<StoreError> {
        out.insert(out.end(), bytes.begin(), bytes.end());
        return {};
    });
    EXPECT_TRUE(done) << done.error().message;
    return out;
}

Result<SnapshotHeader, StoreError> imported(const Bytes& bytes, Directory& directory,
                                            const LogStoreOptions& options = SMALL,
                                            std::size_t piece = 1 << 20,
                                            const std::optional<Hash32>& root = {})
{
    std::size_t at = 0;
    return import_snapshot(
        [&](std::span<u8> into) -> Result<std::size_t, StoreError> {
            const std::size_t part = std::min({into.size(), piece, bytes.size() - at});
            std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), part, into.begin());
            at += part;
            return part;
        },
        directory, options, root);
}

/// Batches that overwrite, delete and grow; now and then an empty one.
std::vector<Write> batch_of(std::mt19937_64& random, u64 keys)
{
    std::map<Bytes, std::optional<Bytes>> writes;
    for (u64 left = random() % 12; left > 0; --left) {
        Writer key;
        key.put_u64(random() % keys);
        const bool erase = random() % 4 == 0;
        writes[key.take()] = erase ? std::nullopt : std::optional(random_bytes(random, 40));
    }
    std::vector<Write> out;
    for (auto& [key, value] : writes) out.push_back({key, value});
    return out;
}

void expect_same(const LogStore& a, const LogStore& b)
{
    EXPECT_EQ(a.version(), b.version());
    EXPECT_EQ(a.root(), b.root());
    EXPECT_EQ(a.stats().totals, b.stats().totals);
}

TEST(Snapshot, AnImportHasTheStateAndProvesItAndGoesOnWithTheSameRoots)
{
    std::mt19937_64 random(11);
    const auto from = memory_directory();
    auto store = open_in(*from, SMALL);
    Contents model;
    for (int round = 0; round < 40; ++round) {
        for (u64 commits = random() % 60; commits > 0; --commits) {
            const auto batch = batch_of(random, 20 + 10 * static_cast<u64>(round));
            apply(model, batch);
            ASSERT_TRUE(store->commit(batch));
        }
        const auto into = memory_directory();
        const LogStoreOptions& options = round % 3 == 0 ? LARGE : round % 3 == 1 ? SMALL : NO_HISTORY;
        const auto header = imported(snapshot_of(*store), *into, options, 1 + random() % 5000, store->root());
        ASSERT_TRUE(header) << header.error().message;
        EXPECT_EQ(header.value().root, store->root());
        auto copy = open_in(*into, options);
        expect_same(*store, *copy);
        EXPECT_EQ(contents_of(*copy), model);
        EXPECT_EQ(copy->rollback_depth(), 0u);
        for (const auto& [key, value] : model) {
            EXPECT_TRUE(verify_value(copy->prove(key), store->root(), key, value));
            EXPECT_EQ(copy->prove(key), store->prove(key));
        }
        EXPECT_TRUE(verify_absent(copy->prove(view("absent")), store->root(), view("absent")));

        std::vector<Hash32> roots{copy->root()};
        for (u64 commits = 0; commits < 120; ++commits) {
            const auto batch = batch_of(random, 200);
            apply(model, batch);
            ASSERT_TRUE(store->commit(batch));
            ASSERT_TRUE(copy->commit(batch));
            ASSERT_EQ(store->root(), copy->root()) << commits;
            roots.push_back(copy->root());
            if (commits % 50 == 49) {
                copy.reset();
                copy = open_in(*into, options);
                expect_same(*store, *copy);
            }
        }
        EXPECT_EQ(contents_of(*copy), model);
        EXPECT_EQ(snapshot_of(*copy), snapshot_of(*store));
        const u64 depth = copy->rollback_depth();
        EXPECT_LE(depth, 120u) << "not below the import";
        ASSERT_TRUE(copy->rollback(depth));
        EXPECT_EQ(copy->root(), roots[roots.size() - 1 - depth]);
    }
}

TEST(Snapshot, AnImportCanBeGoneBackToAndNoFurther)
{
    const auto from = memory_directory(), into = memory_directory();
    auto store = open_in(*from, LARGE);
    for (u8 i = 0; i < 20; ++i) ASSERT_TRUE(store->commit(std::vector<Write>{{{i}, Bytes{i}}}));
    ASSERT_TRUE(imported(snapshot_of(*store), *into, LARGE));
    for (const bool again : {false, true}) {
        auto copy = open_in(*into, LARGE);
        for (u8 i = 0; i < 3; ++i) ASSERT_TRUE(copy->commit(std::vector<Write>{{{i}, std::nullopt}}));
        if (again) {
            copy.reset();
            copy = open_in(*into, LARGE);
        }
        EXPECT_EQ(copy->rollback_depth(), 3u);
        ASSERT_TRUE(copy->rollback(3));
        EXPECT_EQ(copy->root(), store->root());
        EXPECT_FALSE(copy->rollback(1));
    }
}

TEST(Snapshot, TheSameCommitsGiveTheSameBytesWhateverTheFiles)
{
    const auto a = memory_directory(), b = memory_directory(), c = memory_directory();
    auto in_small = open_in(*a, SMALL), in_large = open_in(*b, LARGE), without = open_in(*c, NO_HISTORY);
    std::mt19937_64 random(5);
    for (int i = 0; i < 1500; ++i) {
        const auto batch = batch_of(random, i < 700 ? 300 : 40);
        for (const auto& store : {in_small.get(), in_large.get(), without.get()})
            ASSERT_TRUE(store->commit(batch));
        if (i % 97 == 0) {
            in_small.reset();
            in_small = open_in(*a, SMALL);
        }
        if (i % 131 == 0) {  // other versions in between
            ASSERT_TRUE(in_large->commit(batch_of(random, 300)));
            ASSERT_TRUE(in_large->rollback(1));
        }
        if (i % 50 != 49) continue;
        const Bytes bytes = snapshot_of(*in_large);
        EXPECT_EQ(sha256(bytes), sha256(snapshot_of(*in_small))) << i;
        EXPECT_EQ(sha256(bytes), sha256(snapshot_of(*without))) << i;
    }
}

TEST(Snapshot, StatesWithoutOperationsWithoutKeysAndBeforeTheFirstCommitAreCopiedToo)
{
    const auto from = memory_directory();
    auto store = open_in(*from, SMALL);
    const auto check = [&] {
        const auto into = memory_directory();
        const auto header = imported(snapshot_of(*store), *into);
        ASSERT_TRUE(header) << header.error().message;
        const auto copy = open_in(*into, SMALL);
        expect_same(*store, *copy);
        EXPECT_EQ(snapshot_of(*copy), snapshot_of(*store));
        const std::vector<Write> batch{{to_bytes("k"), to_bytes("v")}};
        ASSERT_TRUE(store->commit(batch));
        ASSERT_TRUE(copy->commit(batch));
        expect_same(*store, *copy);
        ASSERT_TRUE(store->rollback(1));
    };
    check();
    ASSERT_TRUE(store->commit(std::vector<Write>{}));
    check();
    ASSERT_TRUE(store->commit(std::vector<Write>{}));
    check();
    // No key is left, and the floor has moved.
    for (u64 i = 0; i < 2000; ++i) {
        const auto put = i % 2 == 0 ? std::optional(Bytes(200)) : std::nullopt;
        ASSERT_TRUE(store->commit(std::vector<Write>{{to_bytes("k"), put}}));
    }
    EXPECT_GT(store->stats().totals.floor, 256u);
    check();
    for (int i = 0; i < 300; ++i) ASSERT_TRUE(store->commit(std::vector<Write>{}));
    EXPECT_EQ(store->stats().totals.floor, store->stats().totals.op_count) << "the window is empty";
    check();
}

TEST(Snapshot, ValuesLargerThanEveryBufferAreCopied)
{
    const auto from = memory_directory(), into = memory_directory();
    auto store = open_in(*from, LARGE);
    std::mt19937_64 random(2);
    Bytes large(5'000'000);
    for (u8& byte : large) byte = static_cast<u8>(random());
    ASSERT_TRUE(store->commit(std::vector<Write>{{Bytes(70'000, 7), to_bytes("b")}, {to_bytes("a"), large}}));
    ASSERT_TRUE(
        store->commit(std::vector<Write>{{Bytes(70'000, 7), {}}, {to_bytes("a"), Bytes(3'000'000, 1)}}));
    ASSERT_TRUE(imported(snapshot_of(*store), *into, SMALL, 12'345));
    expect_same(*store, *open_in(*into, SMALL));
}

class Damaged : public testing::Test {
protected:
    void SetUp() override
    {
        from_ = memory_directory();
        store_ = open_in(*from_, SMALL);
        std::mt19937_64 random(3);
        for (int i = 0; i < 200; ++i) ASSERT_TRUE(store_->commit(batch_of(random, 12)));
        good_ = snapshot_of(*store_);
    }

    void expect_refused(const Bytes& bytes, std::size_t at, const std::optional<Hash32>& root = {})
    {
        const auto into = memory_directory();
        EXPECT_FALSE(imported(bytes, *into, SMALL, 1 << 20, root)) << at;
        EXPECT_TRUE(into->list().value().empty()) << "nothing is left behind";
    }

    /// Every byte of the fields at both ends, of the operations between them every few. With LARIAT_SHORT a
    /// fifth of the first and a third of the others.
    std::size_t after(std::size_t i) const
    {
        const bool is_short = support::is_short();
        if (i < 300 || i + 100 > good_.size()) return i + (is_short ? 5 : 1);
        return i + (is_short ? 23 : 7);
    }

    /// With a checksum that fits, so that what is inside is looked at.
    static Bytes sealed(Bytes bytes)
    {
        const BytesView content = BytesView{bytes}.first(bytes.size() - 32);
        const Hash32 digest = sha256(content);
        std::copy(digest.bytes.begin(), digest.bytes.end(), bytes.end() - 32);
        return bytes;
    }

    std::unique_ptr<Directory> from_;
    std::unique_ptr<LogStore> store_;
    Bytes good_;
};

TEST_F(Damaged, AChangedByteIsRefusedAndNothingIsLeft)
{
    for (std::size_t i = 0; i < good_.size(); i = after(i)) {
        Bytes bad = good_;
        bad[i] ^= static_cast<u8>(1u << i % 8);
        expect_refused(bad, i);
    }
}

TEST_F(Damaged, ChangedBytesUnderAFittingChecksumAreRefusedToo)
{
    static constexpr std::array<u8, 3> CHANGES{0x01, 0x80, 0xff};
    for (std::size_t i = 0; i + 32 < good_.size(); i = after(i)) {
        Bytes bad = good_;
        bad[i] ^= CHANGES[i % CHANGES.size()];
        expect_refused(sealed(std::move(bad)), i);
    }
}

TEST_F(Damaged, ACutFileAndBytesBehindTheEndAreRefused)
{
    for (std::size_t size = 0; size < good_.size(); size = after(size))
        expect_refused(Bytes(good_.begin(), good_.begin() + static_cast<std::ptrdiff_t>(size)), size);
    for (const std::size_t more : {1U, 32U}) {
        Bytes bad = good_;
        bad.resize(bad.size() + more);
        expect_refused(bad, more);
    }
}

TEST_F(Damaged, ArbitraryBytesAreRefused)
{
    std::mt19937_64 random(9);
    for (int i = 0; i < 300; ++i) {
        Bytes bytes = random_bytes(random, 400);
        const std::size_t head = std::min<std::size_t>(random() % 100, bytes.size());
        std::copy_n(good_.begin(), head, bytes.begin());
        expect_refused(bytes, head);
    }
}

TEST_F(Damaged, AnotherRootThanTheOneAskedForIsRefused)
{
    Hash32 other = store_->root();
    other.bytes[31] ^= 1;
    expect_refused(good_, 0, other);
}

TEST_F(Damaged, ADirectoryThatIsNotEmptyIsLeftAsItIs)
{
    const Bytes before = snapshot_of(*store_);
    const auto refused = imported(good_, *from_);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("not empty"), std::string::npos);
    store_.reset();
    EXPECT_EQ(snapshot_of(*open_in(*from_, SMALL)), before);
}

TEST(DropHistory, FreesTheFilesThatOnlyOldVersionsNeededAndKeepsTheRoot)
{
    const auto directory = memory_directory();
    constexpr LogStoreOptions MANY{
        .keep_versions = 1000, .segment_bytes = 4096, .segment_unit = 1024, .window_slack = 16384};
    auto store = open_in(*directory, MANY);
    std::mt19937_64 random(4);
    Contents model;
    for (int i = 0; i < 600; ++i) {
        const auto batch = batch_of(random, 20);
        apply(model, batch);
        ASSERT_TRUE(store->commit(batch));
    }
    const LogStoreStats before = store->stats();
    const Bytes snapshot = snapshot_of(*store);
    ASSERT_TRUE(store->drop_history());
    const LogStoreStats after = store->stats();
    EXPECT_LT(after.files, before.files / 2);
    EXPECT_LT(after.rollback_depth, before.rollback_depth);
    EXPECT_EQ(after.totals, before.totals);
    store.reset();
    store = open_in(*directory, MANY);
    EXPECT_TRUE(store->stats().from_checkpoint) << "the checkpoint is of what is left";
    EXPECT_EQ(store->rollback_depth(), after.rollback_depth);
    EXPECT_EQ(contents_of(*store), model);
    EXPECT_EQ(snapshot_of(*store), snapshot);
    const auto batch = batch_of(random, 20);
    ASSERT_TRUE(store->commit(batch));
    ASSERT_TRUE(store->rollback(1));
    EXPECT_EQ(snapshot_of(*store), snapshot);
    ASSERT_TRUE(store->rollback(store->rollback_depth())) << "as far as the files reach";
}

TEST(Unchanged, AStoreIsReadWithATornEndWhileItsFilesStayAsTheyAre)
{
    const auto below = memory_directory();
    const auto store = open_in(*below, SMALL);
    for (u8 i = 0; i < 3; ++i) ASSERT_TRUE(store->commit(std::vector<Write>{{{i}, Bytes(30, i)}}));
    const std::string name = "log.0000000000000000";
    auto file = std::move(below->open(name)).value();
    const u64 size = file->size().value();
    ASSERT_TRUE(file->write_at(size, Bytes(40, 0xee)));
    auto [directory, withheld] = unchanged(std::make_unique<BorrowedDirectory>(*below));
    {
        auto copy = LogStore::open(std::move(directory), SMALL);
        ASSERT_TRUE(copy) << copy.error().message;
        EXPECT_EQ(copy.value()->root(), store->root());
        EXPECT_TRUE(copy.value()->verify_files());
    }
    ASSERT_EQ(withheld->size(), 1u);
    EXPECT_NE(withheld->front().find(name), std::string::npos);
    EXPECT_EQ(file->size().value(), size + 40);
    EXPECT_EQ(below->list().value(), (std::vector<std::string>{"committed", name}));
}

TEST(VerifyFiles, FindsAChangedByteInEveryRecordNeededOrNot)
{
    const auto directory = memory_directory();
    constexpr LogStoreOptions HISTORY{.keep_versions = 5,
                                      .segment_bytes = 1 << 16,
                                      .segment_unit = 1 << 16,
                                      .window_slack = 16384,
                                      .checkpoint = false};
    auto store = open_in(*directory, HISTORY);
    for (u8 i = 0; i < 40; ++i) ASSERT_TRUE(store->commit(std::vector<Write>{{{7}, Bytes(500, i)}}));
    auto file = std::move(directory->open("log.0000000000000000")).value();
    ASSERT_TRUE(store->verify_files());
    for (u64 at = 0; at < file->size().value(); at += 61) {
        Bytes byte(1);
        ASSERT_TRUE(file->read_at(at, byte));
        byte[0] ^= 4;
        ASSERT_TRUE(file->write_at(at, byte));
        const auto found = store->verify_files();
        ASSERT_FALSE(found) << at;
        EXPECT_NE(found.error().message.find("log.0000000000000000"), std::string::npos);
        byte[0] ^= 4;
        ASSERT_TRUE(file->write_at(at, byte));
    }
    EXPECT_TRUE(store->verify_files());
}

}  // namespace
}  // namespace lariat::state::snapshot_test
