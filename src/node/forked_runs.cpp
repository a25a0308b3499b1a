// The fork, the child's first steps, and the thread that waits for it.
#include "node/forked_runs.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "state/damage.hpp"

namespace lariat::node {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr int FIRST_OWN = 3;  // behind standard input, output and error
constexpr int LESS_URGENT = 10;

/// A child that keeps sockets keeps connections open whose other end waits for their end, and the port; one
/// that keeps the pipe of another child keeps its reader waiting. Files are kept: the state is in some.
void close_all_but_files(int kept)
{
    DIR* const open = ::opendir("/proc/self/fd");
    if (open == nullptr) return;
    while (const dirent* entry = ::readdir(open)) {
        const int number = std::atoi(entry->d_name);
        struct stat status{};
        if (number < FIRST_OWN || number == kept || number == ::dirfd(open)) continue;
        if (::fstat(number, &status) == 0 && !S_ISREG(status.st_mode)) ::close(number);
    }
    ::closedir(open);
}

bool write_answer(int to, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t put = ::write(to, text.data(), text.size());
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) return false;
        text.remove_prefix(static_cast<std::size_t>(put));
    }
    return true;
}

/// Ends without destroying anything: that is the parent's. `parent` is its process.
[[noreturn]] void be_the_child(int out, pid_t parent, const std::function<std::string()>& work)
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(EXIT_FAILURE);
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    ::setpriority(PRIO_PROCESS, 0, LESS_URGENT);
    ::signal(SIGBUS, SIG_DFL);
    // Where the parent has cut a file meanwhile, it is no damage: nobody is to be told.
    state::set_damage_handler([](const state::StoreError&) { ::_exit(state::DAMAGED_STATUS); });
    close_all_but_files(out);
    try {
        ::_exit(write_answer(out, work()) ? EXIT_SUCCESS : EXIT_FAILURE);
    } catch (...) {
        ::_exit(EXIT_FAILURE);
    }
}

/// Waits until the child has ended; its number stays its own.
void wait_for(pid_t child)
{
    siginfo_t info;
    while (::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {}
}

int take_status(pid_t child)
{
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    return status;
}

bool was_ended(int status)
{
    if (WIFSIGNALED(status)) return WTERMSIG(status) == SIGKILL || WTERMSIG(status) == SIGBUS;
    return WIFEXITED(status) && WEXITSTATUS(status) == state::DAMAGED_STATUS;
}

}  // namespace

bool ForkedRuns::start(std::function<std::unique_lock<std::mutex>()> lock, std::function<std::string()> work,
                       Done done)
{
    const std::lock_guard held(mutex_);
    std::erase_if(runs_, [](Run& run) {
        if (run.is_over) run.thread.join();
        return run.is_over;
    });
    if (stopping_ || runs_.size() >= limits_.most) return false;
    Run& run = runs_.emplace_back();
    run.thread = std::thread([this, &run, lock = std::move(lock), work = std::move(work),
                              done = std::move(done)] { follow(run, lock, work, done); });
    return true;
}

/// On the run's own thread, which outlives the child: the child is told when the thread that forked it ends.
void ForkedRuns::follow(Run& run, const std::function<std::unique_lock<std::mutex>()>& lock,
                        const std::function<std::string()>& work, const Done& done)
{
    auto answer = fork_and_read(run, lock, work);
    {
        const std::lock_guard held(mutex_);
        run.is_over = true;  // before `done`: who has its answer may ask again
    }
    done(std::move(answer));
}

Result<std::string, ForkedFailure> ForkedRuns::fork_and_read(
    Run& run, const std::function<std::unique_lock<std::mutex>()>& lock,
    const std::function<std::string()>& work)
{
    int ends[2];
    pid_t child = -1;
    {
        const auto at_rest = lock();
        const std::lock_guard held(mutex_);
        if (stopping_) return ForkedFailure::stopped;
        if (::pipe2(ends, O_CLOEXEC) != 0) return ForkedFailure::ended;
        const pid_t parent = ::getpid();
        child = ::fork();
        if (child == 0) be_the_child(ends[1], parent, work);
        ::close(ends[1]);
        if (child > 0) run.child = child;
    }
    if (child < 0) {
        ::close(ends[0]);
        return ForkedFailure::ended;
    }
    auto answer = read_all(ends[0], child);
    ::close(ends[0]);
    wait_for(child);
    const std::lock_guard held(mutex_);
    const int status = take_status(child);
    run.child = 0;
    gone_.notify_all();
    if (!answer || (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS)) return answer;
    if (stopping_) return ForkedFailure::stopped;
    return was_ended(status) ? ForkedFailure::ended : ForkedFailure::failed;
}

/// Until the end of the pipe; ends the child if that takes too long.
Result<std::string, ForkedFailure> ForkedRuns::read_all(int from, pid_t child) const
{
    const auto until = steady_clock::now() + limits_.deadline;
    std::string out;
    for (;;) {
        const auto left = std::chrono::ceil<milliseconds>(until - steady_clock::now()).count();
        pollfd ready{.fd = from, .events = POLLIN, .revents = 0};
        const int count = left <= 0 ? 0 : ::poll(&ready, 1, static_cast<int>(left));
        if (count < 0 && errno == EINTR) continue;
        if (count == 0) {
            ::kill(child, SIGKILL);
            return ForkedFailure::late;
        }
        char buffer[64 * 1'024];
        const ssize_t got = count < 0 ? -1 : ::read(from, buffer, sizeof buffer);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) {
            ::kill(child, SIGKILL);
            return ForkedFailure::failed;
        }
        if (got == 0) return out;
        if (out.size() + static_cast<std::size_t>(got) > limits_.bytes_max) {
            ::kill(child, SIGKILL);
            return ForkedFailure::too_long;
        }
        out.append(buffer, static_cast<std::size_t>(got));
    }
}

/// Under the mutex, under which a child that has ended is taken from its run before its number is free.
void ForkedRuns::end_children()
{
    for (const Run& run : runs_)
        if (run.child != 0) ::kill(run.child, SIGKILL);
}

void ForkedRuns::end_all()
{
    std::unique_lock held(mutex_);
    end_children();
    gone_.wait(held, [this] {
        return std::none_of(runs_.begin(), runs_.end(), [](const Run& run) { return run.child != 0; });
    });
}

void ForkedRuns::stop()
{
    std::list<Run> last;
    {
        const std::lock_guard held(mutex_);
        stopping_ = true;
        end_children();
        last.splice(last.end(), runs_);
    }
    for (Run& run : last) run.thread.join();
}

}  // namespace lariat::node
