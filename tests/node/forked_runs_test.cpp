// Tests of work in forked children: what it returns, how it is ended, and that nothing of it is left.
#include "node/forked_runs.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <future>

namespace lariat::node {
namespace {

using std::chrono::milliseconds;
using Said = Result<std::string, ForkedFailure>;

class Forked : public testing::Test {
protected:
    std::unique_lock<std::mutex> rest() { return std::unique_lock(mutex_); }

    std::future<Said> begin(ForkedRuns& runs, std::function<std::string()> work)
    {
        auto promise = std::make_shared<std::promise<Said>>();
        auto said = promise->get_future();
        const bool begun = runs.start([this] { return rest(); }, std::move(work),
                                      [promise](Said answer) { promise->set_value(std::move(answer)); });
        if (!begun) promise->set_value(std::string("busy"));
        return said;
    }

    std::mutex mutex_;
};

std::string sleep_on()
{
    for (;;) ::pause();
}

bool has_no_child()
{
    return ::waitpid(-1, nullptr, WNOHANG) < 0 && errno == ECHILD;
}

TEST_F(Forked, TheWorkSeesMemoryAsOfTheForkAndChangesNone)
{
    ForkedRuns runs;
    int number = 7;
    auto said = begin(runs, [&] { return std::string(1'000'000, 'x') + std::to_string(++number); });
    EXPECT_EQ(said.get().value(), std::string(1'000'000, 'x') + "8");
    EXPECT_EQ(number, 7);
    runs.stop();
    EXPECT_TRUE(has_no_child());
}

TEST_F(Forked, TheLockIsHeldInTheChildAloneWhileItRuns)
{
    ForkedRuns runs;
    auto said = begin(runs, [&]() -> std::string { return mutex_.try_lock() ? "free" : "held"; });
    EXPECT_EQ(said.get().value(), "held");
    auto slow = begin(runs, sleep_on);
    while (has_no_child()) std::this_thread::yield();
    EXPECT_TRUE(rest());
    runs.stop();
    EXPECT_EQ(slow.get().error(), ForkedFailure::stopped);
}

TEST_F(Forked, NODE56_NoMoreRunAtOnceThanAreAllowed)
{
    ForkedRuns runs;
    auto one = begin(runs, sleep_on), two = begin(runs, sleep_on);
    EXPECT_EQ(begin(runs, sleep_on).get().value(), "busy");
    while (has_no_child()) std::this_thread::yield();
    runs.stop();
    EXPECT_FALSE(one.get());
    EXPECT_FALSE(two.get());
    EXPECT_TRUE(has_no_child());
    EXPECT_EQ(begin(runs, sleep_on).get().value(), "busy") << "none begins after the stop";
}

TEST_F(Forked, AChildIsEndedAtTheDeadlineAndWhereItsAnswerIsTooLong)
{
    ForkedRuns hurried({.most = 1, .deadline = milliseconds(100), .bytes_max = 1'000});
    EXPECT_EQ(begin(hurried, sleep_on).get().error(), ForkedFailure::late);
    ForkedRuns runs(
        {.most = 1, .deadline = milliseconds(20'000), .bytes_max = 1'000});  // sanitizers fork slowly
    EXPECT_EQ(begin(runs, [] { return std::string(1'001, 'x'); }).get().error(), ForkedFailure::too_long);
    EXPECT_EQ(begin(runs, [] { return std::string(1'000, 'x'); }).get().value().size(), 1'000U);
}

TEST_F(Forked, WhoeverUndoesWhatTheyReadEndsThemFirst)
{
    ForkedRuns runs;
    auto said = begin(runs, sleep_on);
    while (has_no_child()) std::this_thread::yield();
    {
        const auto held = rest();
        runs.end_all();
        EXPECT_TRUE(has_no_child());
    }
    EXPECT_EQ(said.get().error(), ForkedFailure::ended);
    EXPECT_EQ(begin(runs, [] { return std::string("again"); }).get().value(), "again");
}

TEST_F(Forked, AFaultOfTheWorkIsToldAndHarmsNobody)
{
    ForkedRuns runs;
    EXPECT_EQ(begin(runs, []() -> std::string { throw 1; }).get().error(), ForkedFailure::failed);
    EXPECT_EQ(begin(runs,
                    []() -> std::string {
                        ::raise(SIGSEGV);
                        return "";
                    })
                  .get()
                  .error(),
              ForkedFailure::failed);
    EXPECT_EQ(begin(runs,
                    []() -> std::string {
                        ::raise(SIGBUS);
                        return "";
                    })
                  .get()
                  .error(),
              ForkedFailure::ended);
}

TEST_F(Forked, AConnectionOfTheParentIsNotKeptOpenByAChild)
{
    ForkedRuns runs;
    int ends[2];
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    auto said = begin(runs, sleep_on);
    while (has_no_child()) std::this_thread::yield();
    ::close(ends[1]);
    char byte = 0;
    EXPECT_EQ(::read(ends[0], &byte, 1), 0) << "the other end is not closed";
    ::close(ends[0]);
    runs.stop();
    EXPECT_FALSE(said.get());
}

}  // namespace
}  // namespace lariat::node
