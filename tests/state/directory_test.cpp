// Tests that hold for the operating system's directory and for the one in memory, and tests of the former
// alone.
#include "state/disk/directory.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <random>

namespace lariat::state {
namespace {

namespace fs = std::filesystem;

/// A new directory for one test, removed with it.
class Scratch {
public:
    Scratch()
    {
        std::string pattern = testing::TempDir() + "/lariat-directory-XXXXXX";
        path_ = ::mkdtemp(pattern.data());
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch() { fs::remove_all(path_); }
    std::string path(const std::string& name) const { return path_ + "/" + name; }

private:
    std::string path_;
};

enum class Kind { OperatingSystem, Memory };

class AnyDirectory : public testing::TestWithParam<Kind> {
protected:
    AnyDirectory()
    {
        if (GetParam() == Kind::Memory) {
            directory = memory_directory();
        } else {
            auto opened = open_directory(scratch.path("store"));
            EXPECT_TRUE(opened.ok()) << opened.error().message;
            directory = std::move(opened).value();
        }
    }
    std::unique_ptr<File> create(const std::string& name) const
    {
        auto file = directory->create(name);
        EXPECT_TRUE(file.ok()) << file.error().message;
        return std::move(file).value();
    }
    std::unique_ptr<File> open(const std::string& name) const
    {
        auto file = directory->open(name);
        EXPECT_TRUE(file.ok()) << file.error().message;
        return std::move(file).value();
    }

    Scratch scratch;
    std::unique_ptr<Directory> directory;
};

INSTANTIATE_TEST_SUITE_P(Kinds, AnyDirectory, testing::Values(Kind::OperatingSystem, Kind::Memory),
                         [](const auto& kind) {
                             return kind.param == Kind::Memory ? "Memory" : "OperatingSystem";
                         });

Bytes content(const File& file)
{
    Bytes bytes(file.size().value());
    const auto read = file.read_at(0, bytes);
    EXPECT_TRUE(read.ok()) << read.error().message;
    return bytes;
}

std::string error_of(const StatusOf<StoreError>& status)
{
    return status.ok() ? "no error" : status.error().message;
}

TEST_P(AnyDirectory, IsEmptyAtFirst)
{
    EXPECT_EQ(directory->list().value(), std::vector<std::string>{});
}

TEST_P(AnyDirectory, AFileGivesBackWhatWasWritten)
{
    const auto file = create("a");
    EXPECT_EQ(file->path(), directory->path() + "/a");
    EXPECT_EQ(file->size().value(), 0U);
    ASSERT_TRUE(file->write_at(0, view("hello")));
    ASSERT_TRUE(file->write_at(5, view(" world")));
    ASSERT_TRUE(file->write_at(0, view("J")));
    ASSERT_TRUE(file->write_at(3, {}));
    EXPECT_EQ(content(*file), to_bytes("Jello world"));
    EXPECT_TRUE(file->sync());
    Bytes part(5);
    ASSERT_TRUE(file->read_at(6, part));
    EXPECT_EQ(part, to_bytes("world"));
    EXPECT_TRUE(file->read_at(11, std::span<u8>{}));
}

TEST_P(AnyDirectory, AGapReadsAsZero)
{
    const auto file = create("a");
    ASSERT_TRUE(file->write_at(3, view("x")));
    EXPECT_EQ(content(*file), (Bytes{0, 0, 0, 'x'}));
}

TEST_P(AnyDirectory, ReadingPastTheEndNamesFileAndOffset)
{
    const auto file = create("a");
    ASSERT_TRUE(file->write_at(0, view("hello")));
    Bytes six(6);
    EXPECT_EQ(error_of(file->read_at(0, six)), file->path() + " at 5: cannot read: the file ends here");
    EXPECT_EQ(error_of(file->read_at(7, six)), file->path() + " at 7: cannot read: the file ends here");
    EXPECT_FALSE(file->read_at(U64_MAX, six));
    EXPECT_FALSE(file->write_at(U64_MAX, six));
    EXPECT_EQ(content(*file), to_bytes("hello"));
}

TEST_P(AnyDirectory, WhatIsCutOffReadsAsZeroWhenTheFileGrowsAgain)
{
    for (const bool mapped : {false, true}) {
        const auto file = create("a");
        if (mapped) {
            ASSERT_TRUE(file->map(100).ok());
        }
        ASSERT_TRUE(file->write_at(0, view("hello world")));
        ASSERT_TRUE(file->truncate(5));
        EXPECT_EQ(content(*file), to_bytes("hello"));
        ASSERT_TRUE(file->truncate(8));
        EXPECT_EQ(content(*file), (Bytes{'h', 'e', 'l', 'l', 'o', 0, 0, 0}));
        ASSERT_TRUE(file->truncate(1));
        ASSERT_TRUE(file->write_at(4, view("x")));
        EXPECT_EQ(content(*file), (Bytes{'h', 0, 0, 0, 'x'}));
    }
}

TEST_P(AnyDirectory, AFileGrowsByZeros)
{
    const auto file = create("a");
    ASSERT_TRUE(file->write_at(0, view("hello")));
    for (const u64 size : {u64{8}, u64{100'000}, u64{5'000'000}}) {
        ASSERT_TRUE(file->grow(size));
        Bytes wanted = to_bytes("hello");
        wanted.resize(size);
        EXPECT_EQ(content(*file), wanted);
    }
    const u8* const mapped = file->map(8'000'000).value();
    ASSERT_TRUE(file->grow(8'000'000));
    ASSERT_TRUE(file->write_at(7'000'000, view("late")));
    EXPECT_TRUE(equal({mapped, 5}, view("hello")));
    EXPECT_TRUE(equal({mapped + 7'000'000, 5}, (Bytes{'l', 'a', 't', 'e', 0})));
    EXPECT_EQ(error_of(file->grow(8'000'001)),
              file->path() + " at 8000001: cannot truncate: past the capacity it is mapped with");
}

TEST_P(AnyDirectory, AMappingShowsWhatIsWrittenLaterAtOneAddress)
{
    constexpr u64 CAPACITY = 1'000'000;
    const auto file = create("a");
    ASSERT_TRUE(file->write_at(0, view("early ")));
    const auto mapped = file->map(CAPACITY);
    ASSERT_TRUE(mapped.ok()) << mapped.error().message;
    const u8* const bytes = mapped.value();
    EXPECT_TRUE(equal({bytes, 6}, view("early ")));
    std::mt19937_64 random(1);
    Bytes model = to_bytes("early ");
    while (model.size() + 20'000 < CAPACITY) {
        Bytes more(random() % 20'000);
        for (u8& b : more) b = static_cast<u8>(random());
        ASSERT_TRUE(file->write_at(model.size(), more));
        model.insert(model.end(), more.begin(), more.end());
        ASSERT_EQ(file->size().value(), model.size());
        ASSERT_TRUE(equal({bytes, model.size()}, model));
    }
    ASSERT_TRUE(file->write_at(2, view("XX")));
    EXPECT_EQ(bytes[3], 'X');
}

TEST_P(AnyDirectory, ExpectingBytesChangesNoneOfThem)
{
    const auto file = create("a");
    const Bytes content(100'000, 7);
    file->expect(0, 10);  // not mapped yet
    ASSERT_TRUE(file->write_at(0, content));
    const auto mapped = file->map(1 << 20);
    ASSERT_TRUE(mapped.ok());
    for (const u64 at : {0, 4095, 4096, 70'001, 99'999}) file->expect(at, content.size() - at);
    EXPECT_TRUE(equal({mapped.value(), content.size()}, content));
}

TEST_P(AnyDirectory, AMappedFileEndsAtItsCapacity)
{
    const auto file = create("a");
    ASSERT_TRUE(file->map(10).ok());
    ASSERT_TRUE(file->write_at(0, view("0123456789")));
    EXPECT_EQ(error_of(file->write_at(8, view("xyz"))),
              file->path() + " at 8: cannot write: past the capacity it is mapped with");
    EXPECT_EQ(error_of(file->truncate(11)),
              file->path() + " at 11: cannot truncate: past the capacity it is mapped with");
    EXPECT_EQ(content(*file), to_bytes("0123456789"));
    const auto again = open("a");
    const auto smaller = again->map(9);
    ASSERT_FALSE(smaller.ok());
    EXPECT_EQ(smaller.error().message, file->path() + " at 9: cannot map: the file is larger");
}

TEST_P(AnyDirectory, AFileOpenedAgainCanBeMappedWithMore)
{
    {
        const auto file = create("a");
        ASSERT_TRUE(file->map(10).ok());
        ASSERT_TRUE(file->write_at(0, view("0123456789")));
    }
    {
        const auto file = open("a");
        ASSERT_TRUE(file->write_at(10, view("abc")));
        EXPECT_TRUE(equal({file->map(5000).value(), 13}, view("0123456789abc")));
    }
    EXPECT_EQ(content(*open("a")), to_bytes("0123456789abc"));
}

TEST_P(AnyDirectory, TwoOpeningsOfOneNameAreOneFile)
{
    const auto one = create("a");
    const auto two = open("a");
    const u8* const first = one->map(100).value();
    const u8* const second = two->map(50).value();
    ASSERT_TRUE(one->write_at(0, view("hello")));
    EXPECT_EQ(content(*two), to_bytes("hello"));
    EXPECT_TRUE(equal({first, 5}, {second, 5}));
    ASSERT_TRUE(two->truncate(0));
    EXPECT_EQ(one->size().value(), 0U);
}

TEST_P(AnyDirectory, ListsNamesAscending)
{
    for (const std::string name : {"log.2", "index", "log.1", "committed"}) create(name);
    EXPECT_EQ(directory->list().value(), (std::vector<std::string>{"committed", "index", "log.1", "log.2"}));
    EXPECT_TRUE(directory->sync());
    EXPECT_EQ(directory->list().value().size(), 4U);
}

TEST_P(AnyDirectory, CreatingANameThatIsThereEmptiesIt)
{
    ASSERT_TRUE(create("a")->write_at(0, view("old")));
    EXPECT_EQ(create("a")->size().value(), 0U);
    EXPECT_EQ(directory->list().value().size(), 1U);
}

TEST_P(AnyDirectory, AMissingFileIsNeitherOpenedNorRemovedNorRenamed)
{
    const std::string path = directory->path() + "/none";
    const auto opened = directory->open("none");
    ASSERT_FALSE(opened.ok());
    EXPECT_EQ(opened.error().message, path + ": cannot open: No such file or directory");
    EXPECT_EQ(error_of(directory->remove("none")), path + ": cannot remove: No such file or directory");
    EXPECT_EQ(error_of(directory->rename("none", "b")),
              path + ": cannot rename to b: No such file or directory");
    EXPECT_EQ(directory->list().value().size(), 0U);
}

TEST_P(AnyDirectory, RenamingReplacesTheOtherAndKeepsOpenFiles)
{
    const auto new_one = create("new");
    ASSERT_TRUE(new_one->write_at(0, view("new")));
    const auto old_one = create("old");
    ASSERT_TRUE(old_one->write_at(0, view("old")));
    ASSERT_TRUE(directory->rename("new", "old"));
    EXPECT_EQ(directory->list().value(), std::vector<std::string>{"old"});
    EXPECT_EQ(content(*open("old")), to_bytes("new"));
    EXPECT_EQ(content(*old_one), to_bytes("old"));
    ASSERT_TRUE(new_one->write_at(3, view("er")));
    EXPECT_EQ(content(*open("old")), to_bytes("newer"));
    ASSERT_TRUE(directory->rename("old", "old"));
    EXPECT_EQ(content(*open("old")), to_bytes("newer"));
}

TEST_P(AnyDirectory, AnOpenFileOutlivesItsRemoval)
{
    const auto file = create("a");
    ASSERT_TRUE(file->write_at(0, view("hello")));
    const u8* const mapped = file->map(100).value();
    ASSERT_TRUE(directory->remove("a"));
    EXPECT_EQ(directory->list().value().size(), 0U);
    EXPECT_TRUE(equal({mapped, 5}, view("hello")));
    ASSERT_TRUE(file->write_at(5, view("!")));
    EXPECT_EQ(mapped[5], '!');
    EXPECT_EQ(create("a")->size().value(), 0U);
    EXPECT_EQ(content(*file), to_bytes("hello!"));
}

TEST_P(AnyDirectory, NamesThatLeaveItOrAreTheLocksAreRefused)
{
    create("a");
    for (const std::string name : {"", ".", "..", "lock", "b/c", "../b", "/b"}) {
        EXPECT_FALSE(directory->open(name).ok()) << name;
        EXPECT_FALSE(directory->create(name).ok()) << name;
        EXPECT_FALSE(directory->remove(name)) << name;
        EXPECT_FALSE(directory->rename("a", name)) << name;
        EXPECT_FALSE(directory->rename(name, "a")) << name;
    }
    EXPECT_EQ(directory->list().value(), std::vector<std::string>{"a"});
}

TEST(MemoryDirectory, ThousandsCanBeHeldAtOnce)
{
    std::vector<std::unique_ptr<Directory>> directories;
    std::vector<std::unique_ptr<File>> files;
    for (int i = 0; i < 5000; ++i) {
        directories.push_back(memory_directory());
        files.push_back(directories.back()->create("a").value());
        ASSERT_TRUE(files.back()->map(u64{64} << 20U).ok());
        if (i % 10 != 0) continue;  // the first byte may take a page of 2 MiB
        ASSERT_TRUE(files.back()->write_at(0, view("hello")).ok());
    }
    for (std::size_t i = 0; i < files.size(); i += 10) ASSERT_EQ(content(*files[i]), to_bytes("hello"));
}

TEST(OsDirectory, ContentStaysWhenItIsOpenedAgain)
{
    const Scratch scratch;
    {
        const auto directory = open_directory(scratch.path("store")).value();
        ASSERT_TRUE(directory->create("a").value()->write_at(0, view("hello")));
    }
    const auto directory = open_directory(scratch.path("store")).value();
    EXPECT_EQ(directory->list().value(), std::vector<std::string>{"a"});
    EXPECT_EQ(content(*directory->open("a").value()), to_bytes("hello"));
}

TEST(OsDirectory, IsHeldByOneOpeningUntilItIsDestroyed)
{
    const Scratch scratch;
    const std::string path = scratch.path("store");
    auto held = open_directory(path);
    ASSERT_TRUE(held.ok());
    const auto second = open_directory(path);
    ASSERT_FALSE(second.ok());
    EXPECT_EQ(second.error().message, path + ": already open in another store or process");

    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) ::_exit(open_directory(path).ok() ? 1 : 0);
    int status = 1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);

    {
        const auto ended = std::move(held).value();
    }
    EXPECT_TRUE(open_directory(path).ok());
}

TEST(OsDirectory, ListsFilesOnly)
{
    const Scratch scratch;
    const auto directory = open_directory(scratch.path("store")).value();
    fs::create_directory(scratch.path("store/inner"));
    fs::create_symlink("elsewhere", scratch.path("store/link"));
    ASSERT_TRUE(directory->create("a").ok());
    EXPECT_EQ(directory->list().value(), std::vector<std::string>{"a"});
    EXPECT_FALSE(directory->create("link").ok());
    EXPECT_FALSE(fs::exists(scratch.path("store/elsewhere")));
}

TEST(OsDirectory, WhatCannotBeOneIsRefusedByName)
{
    const Scratch scratch;
    const auto orphan = open_directory(scratch.path("no/parent"));
    ASSERT_FALSE(orphan.ok());
    EXPECT_EQ(orphan.error().message,
              scratch.path("no/parent") + ": cannot create the directory: No such file or directory");
    {
        const auto directory = open_directory(scratch.path("store")).value();
        ASSERT_TRUE(directory->create("file").ok());
    }
    const auto file = open_directory(scratch.path("store/file"));
    ASSERT_FALSE(file.ok());
    EXPECT_EQ(file.error().message,
              scratch.path("store/file") + ": cannot open the directory: Not a directory");
}

TEST(OsDirectory, StaysTheSameWhenItsPathBecomesAnother)
{
    const Scratch scratch;
    const auto directory = open_directory(scratch.path("store")).value();
    fs::rename(scratch.path("store"), scratch.path("moved"));
    ASSERT_TRUE(directory->create("a").ok());
    EXPECT_TRUE(fs::exists(scratch.path("moved/a")));
}

TEST(OsDirectory, AFullDiskIsAnErrorThatNamesFileAndOffset)
{
    const Scratch scratch;
    const auto directory = open_directory(scratch.path("store")).value();
    const auto file = directory->create("a").value();
    // A limit on the size of files stands for the disk: the write is cut short, and then refused.
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        ::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{1000, 1000};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        const auto written = file->write_at(990, Bytes(20, 'x'));
        const std::string expected = file->path() + " at 1000: cannot write: File too large";
        ::_exit(!written.ok() && written.error().message == expected ? 0 : 1);
    }
    int status = 1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
    EXPECT_EQ(file->size().value(), 1000U);
}

}  // namespace
}  // namespace lariat::state
