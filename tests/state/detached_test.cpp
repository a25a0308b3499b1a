// Tests of detached directories and stores: what they keep in memory reads as if it had been written, and no
// byte, size, name or time on the disk changes, whatever another process does meanwhile.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <map>
#include <random>

#include "state/log_store.hpp"
#include "support/scratch.hpp"

namespace lariat::state::detached_test {
namespace {

Bytes random_bytes(std::mt19937_64& random, u64 size)
{
    Bytes out(size);
    for (u8& byte : out) byte = static_cast<u8>(random());
    return out;
}

/// Random changes of a detached file against the same changes of bytes in memory.
void compare_with_bytes(u64 seed, bool is_mapped)
{
    constexpr u64 CAPACITY = 100'000;
    std::mt19937_64 random(seed);
    const Scratch scratch;
    const auto directory = open_directory(scratch.path()).value();
    const auto file = directory->create("a").value();
    Bytes model = random_bytes(random, random() % (CAPACITY / 2));
    ASSERT_TRUE(file->write_at(0, model));
    const u8* const mapped = is_mapped ? file->map(CAPACITY).value() : nullptr;
    const auto before = everything_in(scratch.path());
    directory->detach();
    for (int i = 0; i < 60; ++i) {
        const u64 at = random() % CAPACITY;
        if (const u64 kind = random() % 6; kind < 3) {
            const Bytes bytes = random_bytes(random, std::min(CAPACITY - at, random() % 9'000));
            ASSERT_TRUE(file->write_at(at, bytes));
            if (!bytes.empty()) model.resize(std::max(model.size(), at + bytes.size()));
            std::copy(bytes.begin(), bytes.end(), model.begin() + static_cast<std::ptrdiff_t>(at));
        } else if (kind == 3) {
            ASSERT_TRUE(file->truncate(at));
            model.resize(at);
        } else if (kind == 4 && at > model.size()) {
            ASSERT_TRUE(file->grow(at));
            model.resize(at);
        }
        ASSERT_TRUE(file->sync());
        ASSERT_EQ(file->size().value(), model.size());
        const u64 from = model.empty() ? 0 : random() % model.size();
        Bytes read(model.empty() ? 0 : random() % (model.size() - from));
        ASSERT_TRUE(file->read_at(from, read));
        ASSERT_TRUE(std::equal(read.begin(), read.end(), model.begin() + static_cast<std::ptrdiff_t>(from)));
        Bytes beyond(model.size() + 1);
        ASSERT_FALSE(file->read_at(0, beyond));
        ASSERT_TRUE(mapped == nullptr || std::equal(model.begin(), model.end(), mapped)) << "seed " << seed;
    }
    if (is_mapped) {
        const auto refused = file->write_at(CAPACITY, Bytes{1});
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().message, scratch.path() +
                                               "/a at 100000: cannot write: past the capacity it "
                                               "is mapped with");
    }
    EXPECT_EQ(everything_in(scratch.path()), before);
}

TEST(Detached, AMappedFileReadsAsIfItHadBeenWritten)
{
    for (u64 seed = 0; seed < 40; ++seed) compare_with_bytes(seed, true);
}

TEST(Detached, AFileThatIsNotMappedReadsAsIfItHadBeenWritten)
{
    for (u64 seed = 0; seed < 40; ++seed) compare_with_bytes(seed, false);
}

TEST(Detached, ADirectoryIsLetGoAndItsNamesStay)
{
    const Scratch scratch;
    auto directory = open_directory(scratch.path()).value();
    ASSERT_TRUE(directory->create("a").value()->write_at(0, Bytes{1}));
    const auto before = everything_in(scratch.path());
    directory->detach();
    const auto made = directory->create("a").value();
    ASSERT_TRUE(made->write_at(0, Bytes{2, 3}));
    EXPECT_EQ(made->map(4'096).value()[1], 3);
    EXPECT_TRUE(directory->create("b"));
    EXPECT_TRUE(directory->remove("a"));
    EXPECT_TRUE(directory->sync());
    EXPECT_EQ(directory->rename("b", "c").error().message,
              scratch.path() + ": this process has detached itself from it");
    EXPECT_FALSE(directory->open("a"));
    EXPECT_FALSE(directory->list());
    EXPECT_EQ(everything_in(scratch.path()), before);
    EXPECT_TRUE(open_directory(scratch.path())) << "who may change nothing holds nothing";
}

TEST(Detached, WhatAnotherProcessAppendsAndCutsBehindTheBytesIsNotSeen)
{
    const Scratch scratch;
    const auto directory = open_directory(scratch.path()).value();
    const auto file = directory->create("a").value();
    const Bytes kept(5'000, 'k');
    ASSERT_TRUE(file->write_at(0, kept));
    ASSERT_TRUE(file->grow(90'000));
    const u8* const mapped = file->map(100'000).value();
    directory->detach();
    std::ofstream(scratch.path() + "/a", std::ios::app) << "of the other process";
    std::filesystem::resize_file(scratch.path() + "/a", kept.size());
    ASSERT_TRUE(file->write_at(kept.size(), Bytes(80'000, 'n')));
    for (u64 at = 0; at < 85'000; ++at) ASSERT_EQ(mapped[at], at < kept.size() ? 'k' : 'n') << at;
}

using Batch = std::vector<Write>;

Batch batch_of(std::mt19937_64& random)
{
    std::map<Bytes, std::optional<Bytes>> writes;
    for (u64 left = random() % 12; left > 0; --left) {
        const u64 key = random() % 60;
        const u64 size = random() % 10 == 0 ? 9'000 : random() % 90;
        writes[Bytes(1 + key, 'k')] =
            random() % 3 == 0 ? std::nullopt : std::optional{random_bytes(random, size)};
    }
    Batch out;
    for (auto& [key, value] : writes) out.push_back({key, std::move(value)});
    return out;
}

/// In a child: after detach() the store goes on as one that writes its files. Returns what is wrong.
std::string what_a_child_finds(LogStore& store, LogStore& written, u64 commits, u64 seed)
{
    std::mt19937_64 random(seed);
    store.detach();
    const u64 files = store.stats().files;
    bool began_one = false;
    for (u64 i = 0; i < commits; ++i) {
        const Batch batch = batch_of(random);
        const auto staged = store.stage(batch);
        if (!staged) return staged.error().message;
        if (const auto done = store.make_durable(); !done) return done.error().message;
        if (!written.commit(batch)) return "the store that is compared with failed";
        if (store.root() != written.root()) return "another root after commit " + std::to_string(i);
        began_one = began_one || store.stats().files > files;
        for (u64 key = 0; key < 60; ++key)
            if (store.get(Bytes(1 + key, 'k')) != written.get(Bytes(1 + key, 'k')))
                return "another value after commit " + std::to_string(i);
    }
    return began_one ? "" : "no file was begun";
}

class DetachedStore : public testing::TestWithParam<u64> {};

TEST_P(DetachedStore, AChildCommitsInMemoryWhileItsParentCommitsToTheFiles)
{
    const u64 seed = GetParam();
    // Files of four units, with room ahead of the writes, and moves of live records from the start.
    const LogStoreOptions options{.keep_versions = 3,
                                  .segment_bytes = 64 << 10,
                                  .segment_unit = 16 << 10,
                                  .window_slack = 32 << 10,
                                  .room = 8 << 10};
    const Scratch scratch;
    auto store = LogStore::open(scratch.path(), options).value();
    auto written = LogStore::open_in_memory(options).value();
    std::mt19937_64 random(seed);
    for (u64 i = seed % 25; i > 0; --i) {
        const Batch batch = batch_of(random);
        ASSERT_TRUE(store->commit(batch));
        ASSERT_TRUE(written->commit(batch));
    }
    int found[2], go_on[2];
    ASSERT_EQ(::pipe(found), 0);
    ASSERT_EQ(::pipe(go_on), 0);
    const auto before = everything_in(scratch.path());
    const bool parent_writes = seed % 2 == 0;
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        std::string said = what_a_child_finds(*store, *written, 30, seed + 1);
        if (parent_writes) {
            char byte = 0;
            static_cast<void>(!::write(found[1], "half", 4));
            static_cast<void>(!::read(go_on[0], &byte, 1));
            if (said.empty()) said = what_a_child_finds(*store, *written, 60, seed + 2);
        }
        static_cast<void>(!::write(found[1], said.data(), said.size()));
        ::_exit(said.empty() ? 0 : 1);
    }
    ::close(found[1]);
    std::string said;
    char byte = 0;
    const auto goes_on = [&] {  // both have the same history before and another one now
        for (int i = 0; i < 40; ++i) {
            const Batch batch = batch_of(random);
            EXPECT_TRUE(store->commit(batch));
            EXPECT_TRUE(written->commit(batch));
            EXPECT_EQ(store->root(), written->root());
        }
    };
    if (parent_writes) {
        for (int i = 0; i < 4; ++i) ASSERT_EQ(::read(found[0], &byte, 1), 1);
        goes_on();
        ASSERT_EQ(::write(go_on[1], "g", 1), 1);
    }
    while (::read(found[0], &byte, 1) == 1) said += byte;
    int status = 1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(said, "");
    EXPECT_EQ(status, 0);
    for (const int end : {found[0], go_on[0], go_on[1]}) ::close(end);
    if (!parent_writes) {
        EXPECT_EQ(everything_in(scratch.path()), before);
        goes_on();
    }
    store.reset();
    EXPECT_EQ(LogStore::open(scratch.path(), options).value()->root(), written->root());
}

INSTANTIATE_TEST_SUITE_P(Seeds, DetachedStore, testing::Range<u64>(0, 30));

}  // namespace
}  // namespace lariat::state::detached_test
