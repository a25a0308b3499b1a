// Names, kinds and sizes of files that no store left in its directory: each is refused with the file, at
// once, and without memory or reading in proportion to what a file claims to be.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>

#include "state/disk/mapping_faults.hpp"
#include "state/log_store.hpp"

namespace lariat::state {
namespace {

namespace fs = std::filesystem;

constexpr u64 TERABYTE = u64{1} << 40;

class ForeignState : public testing::Test {
protected:
    ForeignState()
    {
        std::string pattern = testing::TempDir() + "/lariat-foreign-XXXXXX";
        root_ = ::mkdtemp(pattern.data());
        path_ = root_ / "state";
        auto store = LogStore::open(path_.string());
        EXPECT_TRUE(store.ok());
        for (int i = 0; i < 3; ++i) {
            const std::vector<Write> batch{{to_bytes("key " + std::to_string(i)), to_bytes("value")}};
            EXPECT_TRUE(store.value()->commit(batch).ok());
        }
    }
    ~ForeignState() override { fs::remove_all(root_); }

    std::string in_state(const std::string& name) const { return (path_ / name).string(); }

    /// The error of opening it to read, and that of opening it to write if the words differ.
    std::string refusal() const
    {
        const auto begun = std::chrono::steady_clock::now();
        auto directory = open_directory_to_read(path_.string());
        std::string reading = directory.ok() ? "" : directory.error().message;
        if (directory.ok()) {
            const auto read = LogStore::open(std::move(directory.value().directory), {.checkpoint = false});
            reading = read.ok() ? "opened" : read.error().message;
        }
        const auto written = LogStore::open(path_.string());
        const std::string writing = written.ok() ? "opened" : written.error().message;
        EXPECT_EQ(reading == "opened", writing == "opened");
        EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(10));
        return reading == writing ? reading : reading + "\n" + writing;
    }

    fs::path root_, path_;
};

constexpr const char* LOG = "log.0000000000000000";

TEST_F(ForeignState, OpensAsItIs)
{
    EXPECT_EQ(refusal(), "opened");
}

TEST_F(ForeignState, APipeADirectoryALinkOrASocketUnderANameOfTheStoreIsRefusedWithItsName)
{
    for (const std::string name : {"lock", LOG, "committed", "index", "log.0000000000040000", "log.x"}) {
        for (const char* kind : {"pipe", "directory", "link", "socket"}) {
            const std::string at = in_state(name), kept = (root_ / "kept").string();
            const bool was_there = fs::exists(at);
            if (was_there) fs::rename(at, kept);
            if (kind == std::string("pipe")) {
                ASSERT_EQ(::mkfifo(at.c_str(), 0600), 0);
            } else if (kind == std::string("directory")) {
                fs::create_directory(at);
            } else if (kind == std::string("link")) {
                fs::create_symlink("/dev/zero", at);
            } else {
                sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
                ASSERT_LT(at.size(), sizeof address.sun_path);
                std::copy(at.begin(), at.end(), address.sun_path);
                const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
                ASSERT_EQ(::bind(socket, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
                ::close(socket);
            }
            const std::string why = refusal();
            EXPECT_NE(why.find(at), std::string::npos) << kind << " as " << name << ": " << why;
            fs::remove(at);
            if (was_there) fs::rename(kept, at);
        }
    }
    EXPECT_EQ(refusal(), "opened");
}

TEST_F(ForeignState, ALogFileFarBehindTheOthersIsRefusedWithFileAndOffset)
{
    for (const std::string name : {"log.7fffffff00000000", "log.0000000800000000", "log.fffffffffffc0000"}) {
        std::ofstream(in_state(name)) << "abc";
        const std::string why = refusal();
        EXPECT_TRUE(why.starts_with(in_state(name) + " at 0: ")) << why;
        EXPECT_TRUE(fs::exists(in_state(name))) << "an opening does not remove it";
        fs::remove(in_state(name));
    }
}

TEST_F(ForeignState, ASparseLogOfATerabyteIsRefusedWithFileAndOffsetAndNotRead)
{
    const u64 size = fs::file_size(in_state(LOG));
    fs::resize_file(in_state(LOG), TERABYTE);
    const std::string why = refusal();
    EXPECT_TRUE(why.starts_with(in_state(LOG) + " at " + std::to_string(size) + ": ")) << why;
    EXPECT_NE(why.find("bytes follow that are not of the log"), std::string::npos) << why;
}

TEST_F(ForeignState, ASparseLogWithoutAnyFrameIsRefusedToo)
{
    fs::resize_file(in_state(LOG), 0);
    fs::resize_file(in_state(LOG), TERABYTE);
    EXPECT_TRUE(refusal().starts_with(in_state(LOG) + " at 0: "));
}

TEST_F(ForeignState, ASparseIndexOfATerabyteIsNotUsedAndNotRead)
{
    ASSERT_TRUE(fs::exists(in_state("index")));
    fs::resize_file(in_state("index"), TERABYTE);
    EXPECT_EQ(refusal(), "opened");
}

TEST_F(ForeignState, ASparseCommittedOfATerabyteIsReadToItsTwoSlots)
{
    fs::resize_file(in_state("committed"), TERABYTE);
    EXPECT_EQ(refusal(), "opened");
}

using ForeignStateDeathTest = ForeignState;

TEST_F(ForeignStateDeathTest, ALogCutWhileItIsOpenEndsTheProcessWith74AndTheFile)
{
    const auto read_after_cut = [this] {
        name_files_of_mapping_faults();
        auto store = LogStore::open(path_.string());
        if (!store) std::exit(1);
        if (::truncate(in_state(LOG).c_str(), 0) != 0) std::exit(2);
        const auto value = store.value()->get(to_bytes("key 1"));
        std::exit(value ? 3 : 4);
    };
    EXPECT_EXIT(read_after_cut(), testing::ExitedWithCode(DAMAGED_STATUS),
                LOG + std::string(" at [0-9]+: cannot read: the file was cut while it was open"));
}

TEST_F(ForeignStateDeathTest, AnyOtherBusErrorEndsTheProcessAsUsual)
{
    const auto fault = [] {
        name_files_of_mapping_faults();
        ::raise(SIGBUS);
        ::raise(SIGBUS);
        std::exit(0);
    };
    EXPECT_EXIT(fault(), testing::KilledBySignal(SIGBUS), "");
}

}  // namespace
}  // namespace lariat::state
