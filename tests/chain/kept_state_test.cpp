// Tests of a chain that is kept in a directory (--state DIR) and opened again by another run.
#include <filesystem>
#include <set>

#include "random_history.hpp"
#include "replayed.hpp"

namespace lariat::trace {
namespace {

using chain::world::Json;
using chain::world::RandomHistory;

class KeptState : public testing::Test {
protected:
    KeptState() { options.state_dir = directory; }
    ~KeptState() override { std::filesystem::remove_all(directory); }

    static std::string genesis_line()
    {
        return Json{{"genesis", RandomHistory::genesis_of_history()}}.dump() + "\n";
    }
    /// Blocks of one history, without system instructions that name a label.
    static std::string blocks(u64 seed, int from, int to)
    {
        RandomHistory random(seed);
        std::string out;
        for (int i = 0; i < to; ++i) {
            const Json block = random.block();
            if (i >= from) out += Json{{"block", {{"txs", block}}}}.dump() + "\n";
        }
        return out;
    }

    /// What does not depend on labels, which a new run has forgotten.
    static std::vector<std::string> roots(const std::vector<Json>& lines)
    {
        std::vector<std::string> out;
        for (const Json& line : lines)
            out.push_back(line.at("height").dump() + line.at("state_root").dump() + line.at("supply").dump());
        return out;
    }

    static std::string fresh_directory()
    {
        std::string name = testing::TempDir() + "lariat-kept-state-XXXXXX";
        return mkdtemp(name.data());
    }

    const std::string directory = fresh_directory();
    ReplayOptions options;
};

/// Blocks that neither read labels nor count executions.
std::string plain_blocks(int n)
{
    using namespace chain::world;
    std::string out;
    for (int i = 0; i < n; ++i) {
        const Json txs = list({as(X, list({schedule("+3", "", {{"handler", "drain"}}),
                                           schedule("+2", "", {{"gas_limit", 900}})})),
                               call(Y, "again"), call(Y, "send")});
        out += Json{{"block", {{"txs", txs}}}}.dump() + "\n";
    }
    return out;
}

TEST_F(KeptState, TMR7_AnotherRunGoesOnWithTheSameRoots)
{
    const Replayed whole = replayed(genesis_line() + plain_blocks(20));
    ASSERT_EQ(whole.verdict, Verdict::good) << whole.problems;
    const Replayed first = replayed(genesis_line() + plain_blocks(8), options);
    ASSERT_EQ(first.verdict, Verdict::good) << first.problems;
    const Replayed second = replayed(plain_blocks(12), options);
    ASSERT_EQ(second.verdict, Verdict::good) << second.problems;
    std::vector<std::string> both = roots(first.lines);
    for (const std::string& root : roots(second.lines)) both.push_back(root);
    EXPECT_EQ(both, roots(whole.lines));
}

TEST_F(KeptState, BLK6_WhatAnEarlierRunAppliedCanBeRolledBack)
{
    const Replayed whole = replayed(genesis_line() + plain_blocks(10));
    ASSERT_EQ(replayed(genesis_line() + plain_blocks(8), options).verdict, Verdict::good);
    const Replayed again = replayed("{\"rollback\": 5}\n" + plain_blocks(7), options);
    ASSERT_EQ(again.verdict, Verdict::good) << again.problems;
    const std::vector<std::string> expected = roots(whole.lines);
    EXPECT_EQ(roots(again.lines), std::vector<std::string>(expected.begin() + 3, expected.end()));
    const Replayed deeper = replayed("{\"blocks\": 2}\n{\"rollback\": 4}\n{\"blocks\": 1}\n", options);
    EXPECT_EQ(deeper.verdict, Verdict::good) << deeper.problems;
}

// A crash before a block's commit leaves the directory of the block before; applied again, the block gives
// its fires the same places and ids. One that landed is not taken twice: Withstands.BlockThatDoesNotFollow….
TEST_F(KeptState, GBX8_FiresOfABlockThatACrashLostAreMaterialisedAgainWithTheSameIdsAndNoneIsRepeated)
{
    using namespace chain::world;
    const Json idle = {{"handle_timer", Json::array()}};
    Json steps = Json::array();
    for (int i = 0; i < 9; ++i)
        steps.push_back(
            {{"set_timeout",
              {{"target", at(i % 2 ? X : Y)}, {"due_height", 2 + i / 3}, {"label", std::to_string(i)}}}});
    const Json start = genesis(list({actor(X, RICH, idle), actor(Y, RICH, idle)}),
                               {{"discipline", "globalbox"}, {"max_fires_per_block", 2}});
    const std::string before = Json{{"genesis", start}}.dump() + "\n" +
                               Json{{"block", {{"txs", list({as(X, steps)})}}}}.dump() +
                               "\n{\"blocks\": 2}\n";
    ASSERT_EQ(replayed(before, options).verdict, Verdict::good);
    const std::string lost = directory + "-lost";
    std::filesystem::copy(directory, lost);

    const Replayed landed = replayed("{\"blocks\": 3}\n", options);
    options.state_dir = lost;
    std::vector<Json> again;
    for (int block = 0; block < 3; ++block)  // a new run for each: it opens what the one before left
        again.push_back(replayed("{\"blocks\": 1}\n", options).lines.at(0));
    std::filesystem::remove_all(lost);
    EXPECT_EQ(again, landed.lines);
    std::set<Json> ids;
    u64 seq = 5;
    for (const Json& line : again)
        for (const Json& fired : line.at("fired")) {
            EXPECT_EQ(fired.at("seq"), seq++) << "without gaps";
            EXPECT_TRUE(ids.insert(fired.at("deliver_id")).second);
        }
    EXPECT_EQ(ids.size(), 5u) << "nine fires, of which four came before";
}

TEST_F(KeptState, BLK6_NoRunRollsBackBeyondGenesis)
{
    ASSERT_EQ(replayed(genesis_line() + plain_blocks(3), options).verdict, Verdict::good);
    const Replayed r = replayed("{\"rollback\": 4}\n", options);
    EXPECT_EQ(r.verdict, Verdict::refused);
    EXPECT_NE(r.problems.find("rollback of 4 blocks at height 3"), std::string::npos) << r.problems;
    EXPECT_EQ(replayed("{\"rollback\": 3}\n{\"blocks\": 1}\n", options).verdict, Verdict::good);
}

TEST_F(KeptState, ADirectoryThatHoldsAChainRefusesAGenesis)
{
    ASSERT_EQ(replayed(genesis_line(), options).verdict, Verdict::good);
    const Replayed r = replayed(genesis_line() + "{\"blocks\": 1}\n", options);
    EXPECT_EQ(r.verdict, Verdict::refused);
    EXPECT_NE(r.problems.find("holds a chain already"), std::string::npos) << r.problems;
    EXPECT_EQ(replayed("{\"blocks\": 1}\n", options).lines.at(0).at("height"), 1);
}

TEST_F(KeptState, ARestartLineInsideATraceReopensTheDirectory)
{
    const std::string history = blocks(5, 0, 12);
    std::string with_restarts = genesis_line();
    std::istringstream lines(history);
    for (std::string line; std::getline(lines, line);) with_restarts += line + "\n{\"restart\": true}\n";
    const Replayed kept = replayed(with_restarts, options), memory = replayed(genesis_line() + history);
    ASSERT_EQ(kept.verdict, Verdict::good) << kept.problems;
    EXPECT_EQ(kept.lines, memory.lines) << "labels and counts are kept over a restart";
}

TEST_F(KeptState, ADirectoryThatCannotBeUsedIsRefused)
{
    options.state_dir = directory + "/no/such/place";
    const Replayed r = replayed("{\"blocks\": 1}\n", options);
    if (r.verdict == Verdict::refused) {
        EXPECT_NE(r.problems.find("no/such/place"), std::string::npos) << r.problems;
    } else {
        EXPECT_EQ(r.lines.size(), 1u) << "or it was made";
    }
}

}  // namespace
}  // namespace lariat::trace
