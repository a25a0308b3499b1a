// When a block is durable, and what a process or a machine that dies leaves (CLU-10, CLU-11).
#include <atomic>
#include <filesystem>
#include <fstream>

#include <sys/syscall.h>
#include <unistd.h>

#include "abci/application_fixture.hpp"

namespace {
std::atomic<int> file_syncs = 0;
}

// In place of the C library's.
extern "C" int fdatasync(int descriptor)
{
    ++file_syncs;
    return static_cast<int>(::syscall(SYS_fdatasync, descriptor));
}

namespace lariat::abci {
namespace {

TEST_F(ApplicationTest, CLU10_a_block_that_was_not_committed_leaves_nothing)
{
    const Hash32 before = application_->core().chain().root();
    const Bytes hash = to_bytes(finalize(1, {payment(0)}, GENESIS_MS).find(5)->second.bytes);
    open();  // the process ended between FinalizeBlock and Commit
    EXPECT_EQ(application_->height(), 0u);
    EXPECT_EQ(application_->root(), before);
    EXPECT_EQ(to_bytes(finalize(1, {payment(0)}, GENESIS_MS).find(5)->second.bytes), hash);
    ask(Kind::commit, {});
    EXPECT_EQ(last_app_hash(), hash);
    open();
    EXPECT_EQ(application_->height(), 1u);
    EXPECT_EQ(last_app_hash(), hash);
}

TEST_F(ApplicationTest, CLU25_nobody_waits_for_the_commit_of_an_engine_that_has_ended)
{
    finalize(1, {payment(0)}, GENESIS_MS);
    ASSERT_FALSE(refused());
    application_->engine_ended();
    EXPECT_EQ(application_->head().height, 0u);  // it would wait for good
    EXPECT_TRUE(application_->block_json(0).has_value());
}

TEST_F(ApplicationTest, CLU10_asked_again_it_runs_the_block_again)
{
    const Bytes once = to_bytes(finalize(1, {payment(0)}, GENESIS_MS).find(5)->second.bytes);
    const Bytes other = to_bytes(finalize(1, {}, GENESIS_MS + 9).find(5)->second.bytes);
    EXPECT_NE(once, other);
    EXPECT_EQ(to_bytes(finalize(1, {payment(0)}, GENESIS_MS).find(5)->second.bytes), once);
    finalize(3, {}, GENESIS_MS);
    EXPECT_TRUE(refused());
}

TEST_F(ApplicationTest, CLU10_a_commit_syncs_once_and_a_block_that_only_ran_not_at_all)
{
    for (u64 height = 1; height <= 5; ++height) {
        int before = file_syncs;
        finalize(height, {payment(height - 1)}, GENESIS_MS + height);
        EXPECT_EQ(file_syncs - before, 0);
        before = file_syncs;
        ask(Kind::commit, {});
        EXPECT_EQ(file_syncs - before, 1);
    }
}

TEST_F(ApplicationTest, CLU10_CLU11_blocks_that_the_log_lost_with_the_power_come_from_the_engine_again)
{
    namespace fs = std::filesystem;
    constexpr u64 LAST = 6;
    const auto run = [&](u64 height) {
        finalize(height, {payment(height - 1)}, GENESIS_MS + height);
        ask(Kind::commit, {});
    };
    std::vector<Hash32> roots;
    std::vector<u64> log_bytes;
    const std::string log_file = home() + "/lariat/blocks/0000000000000000";
    for (u64 height = 1; height <= LAST; ++height) {
        run(height);
        roots.push_back(application_->root());
        log_bytes.push_back(fs::file_size(log_file));
    }
    const std::string whole = *application_->block_json(LAST);
    application_.reset();
    fs::copy(home() + "/lariat", home() + "/kept", fs::copy_options::recursive);

    // What the file lost: its end, in the middle of a block; a sector in the middle, which is zeros then.
    enum class Loss { end, sector };
    for (const Loss loss : {Loss::end, Loss::sector})
        for (u64 kept = 1; kept < LAST; ++kept) {
            SCOPED_TRACE(kept);
            application_.reset();
            fs::remove_all(home() + "/lariat");
            fs::copy(home() + "/kept", home() + "/lariat", fs::copy_options::recursive);
            if (loss == Loss::end) {
                fs::resize_file(log_file, log_bytes[kept - 1] + 20);
            } else {
                constexpr u64 SECTOR = 512;
                std::fstream file(log_file, std::ios::in | std::ios::out | std::ios::binary);
                file.seekp(static_cast<std::streamoff>(log_bytes[kept - 1] / SECTOR * SECTOR + SECTOR));
                file << std::string(SECTOR, '\0');
            }
            open();
            ASSERT_GE(application_->height(), kept - 1);
            ASSERT_LT(application_->height(), LAST);
            EXPECT_EQ(application_->root(),
                      application_->height() == 0 ? application_->root() : roots[application_->height() - 1]);
            for (u64 height = application_->height() + 1; height <= LAST; ++height) {
                run(height);
                EXPECT_EQ(application_->root(), roots[height - 1]);
            }
            EXPECT_EQ(application_->block_json(LAST), whole);
        }
}

TEST_F(ApplicationTest, CLU11_archive_and_state_agree_after_every_kind_of_start)
{
    namespace fs = std::filesystem;
    constexpr u64 EARLIER = 3, LAST = 6;
    const std::string data = home() + "/lariat", aside = home() + "/aside";
    const auto copy = [](const std::string& from, const std::string& to) {
        fs::remove_all(to);
        fs::create_directories(fs::path(to).parent_path());
        fs::copy(from, to, fs::copy_options::recursive);
    };
    for (u64 height = 1; height <= LAST; ++height) {
        finalize(height, {payment(height - 1)}, GENESIS_MS + height * 1'000);
        ask(Kind::commit, {});
        if (height != EARLIER) continue;
        application_.reset();
        copy(data, aside + "/earlier");
        open();
    }
    const Hash32 root = application_->root();
    std::vector<std::string> blocks;
    for (u64 height = 1; height <= LAST; ++height) blocks.push_back(*application_->block_json(height));
    application_.reset();
    copy(data, aside + "/last");

    // Each part of the data as it was at the earlier height, or not there at all, beside the others at the
    // last.
    const std::vector<std::string> archive = {"archive.sqlite", "archive.sqlite-wal", "archive.sqlite-shm"};
    const std::vector<std::vector<std::string>> parts = {{"state"}, archive};
    for (const auto& part : parts)
        for (const bool is_there : {true, false}) {
            if (!is_there && part != archive) continue;  // a home that lost its state is refused
            SCOPED_TRACE(part.front() + (is_there ? " of the earlier height" : " lost"));
            copy(aside + "/last", data);
            for (const std::string& name : part) {
                fs::remove_all(data + "/" + name);
                const std::string earlier = aside + "/earlier/" + name;
                if (is_there && fs::exists(earlier)) copy(earlier, data + "/" + name);
            }
            open();
            EXPECT_EQ(application_->height(), LAST);
            EXPECT_EQ(application_->root(), root);
            for (u64 height = 1; height <= LAST; ++height)
                EXPECT_EQ(application_->block_json(height), blocks[height - 1]);
            application_.reset();
        }
    open();
}

}  // namespace
}  // namespace lariat::abci
