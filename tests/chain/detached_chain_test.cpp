// Tests of a chain in a forked child that leaves its files alone: it runs on as the chain itself would, and
// nobody else notices.
#include <sys/wait.h>
#include <unistd.h>

#include "chain/open_block.hpp"
#include "random_history.hpp"
#include "state/log_store.hpp"
#include "support/scratch.hpp"

namespace lariat::chain {
namespace {

using namespace world;

/// Files of a few units with room ahead of the writes, and moves of live records from the start.
constexpr state::LogStoreOptions SMALL_FILES{.keep_versions = 16,
                                             .segment_bytes = 32 << 10,
                                             .segment_unit = 8 << 10,
                                             .window_slack = 16 << 10,
                                             .room = 8 << 10};
constexpr u64 BEFORE = 12, AHEAD = 64;

/// A program whose code is compiled for this block, and kept by the node that runs it.
Json deploy(u64 number)
{
    const std::string source = "@export\ndef deploy(payload):\n    set_storage(\"k\", [" +
                               std::to_string(number) + "])\n\n@export\ndef ok(payload):\n    return " +
                               std::to_string(number) + "\n";
    return {{"from", at(GOVERNOR)}, {"deploy", {{"python", source}}}, {"salt", std::to_string(number)}};
}

Json block_of(RandomHistory& random, u64 number)
{
    Json txs = random.block();
    if (number % 9 == 0) txs.push_back(deploy(number));
    return txs;
}

/// Runs the same blocks on both. Returns what differs.
std::string run_on(TestChain& chain, TestChain& written, RandomHistory& random, u64 blocks)
{
    for (u64 i = 0; i < blocks; ++i) {
        const Json txs = block_of(random, i);
        const std::string line = chain.line(chain.block(txs));
        if (line != written.line(written.block(txs)))
            return "block " + std::to_string(i) + " differs: " + line;
    }
    return chain.chain().memory_equals_state() ? "" : "memory and state differ";
}

class DetachedChain : public testing::TestWithParam<u64> {};

TEST_P(DetachedChain, NODE32_AChildRunsManyBlocksAndItsFilesStayAsTheyWere)
{
    const Scratch scratch;
    const Json genesis = RandomHistory::genesis_of_history();
    const auto files = [&] { return CodeFiles(state::open_directory(scratch.path() + "/compiled").value()); };
    auto store = state::LogStore::open(scratch.path() + "/state", SMALL_FILES).value();
    const state::LogStore& stats_of = *store;
    TestChain chain(genesis, std::move(store), files());
    TestChain written(genesis, state::LogStore::open_in_memory(SMALL_FILES).value());
    RandomHistory random(GetParam());
    ASSERT_EQ(run_on(chain, written, random, BEFORE), "");
    const auto before = everything_in(scratch.path());
    const Hash32 root = chain.chain().root();
    int pipe_ends[2];
    ASSERT_EQ(::pipe(pipe_ends), 0);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        const u64 disk_files = stats_of.stats().files;
        chain.chain().leave_files_alone();
        std::string said = run_on(chain, written, random, AHEAD);
        if (said.empty() && stats_of.stats().files <= disk_files) said = "no file was begun";
        if (said.empty() && chain.chain().rollback(1)) said = "a rollback was taken";
        if (said.empty() && testing::Test::HasFailure()) said = "a block was refused";
        static_cast<void>(!::write(pipe_ends[1], said.data(), said.size()));
        ::_exit(said.empty() ? 0 : 1);
    }
    ::close(pipe_ends[1]);
    std::string said;
    for (char byte = 0; ::read(pipe_ends[0], &byte, 1) == 1;) said += byte;
    ::close(pipe_ends[0]);
    int status = 1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(said, "");
    EXPECT_EQ(status, 0);
    EXPECT_EQ(everything_in(scratch.path()), before);
    EXPECT_EQ(chain.chain().root(), root);
    ASSERT_EQ(run_on(chain, written, random, 5), "") << "the parent goes on";
    EXPECT_NE(everything_in(scratch.path()), before);
}

INSTANTIATE_TEST_SUITE_P(Seeds, DetachedChain, testing::Range<u64>(1, 7));

}  // namespace
}  // namespace lariat::chain
