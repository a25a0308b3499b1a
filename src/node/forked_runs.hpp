// Work in forked children of this process: each has all of its memory as of the fork, at the cost of the
// pages that one of the two changes, and can hold nobody up.
// docs/decisions/0040-what-if-in-a-forked-child.md.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <thread>

#include "lariat/error.hpp"

namespace lariat::node {

struct ForkedLimits {
    std::size_t most = 2;  ///< at once
    std::chrono::milliseconds deadline{30'000};
    std::size_t bytes_max = std::size_t{64} << 20;  ///< of an answer
};

/// Why a child gave no answer.
enum class ForkedFailure : unsigned char {
    late,      ///< it was ended at the deadline
    too_long,  ///< it was ended because of `bytes_max`
    ended,     ///< something else ended it: end_all(), the system for want of memory, a file that was cut
    stopped,   ///< by stop(), perhaps before it began
    failed     ///< it has a fault
};

class ForkedRuns {
public:
    using Done = std::function<void(Result<std::string, ForkedFailure>)>;

    explicit ForkedRuns(ForkedLimits limits = {}) : limits_(limits) {}
    ForkedRuns(const ForkedRuns&) = delete;
    ForkedRuns& operator=(const ForkedRuns&) = delete;
    ~ForkedRuns() { stop(); }

    /// Runs `work` in a child and gives what it returns to `done`, on a thread of its own. The fork happens
    /// under the lock that `lock` takes, so `work` finds everything that it guards at rest. `work` must touch
    /// no other lock, write no file, and use no descriptor but those of regular files. False: too many run.
    bool start(std::function<std::unique_lock<std::mutex>()> lock, std::function<std::string()> work,
               Done done);

    /// Ends all children and waits until they are gone: for an owner who is about to undo what they read.
    void end_all();
    /// The same for good. Returns when each `done` has been called.
    void stop();

private:
    struct Run {
        std::thread thread;
        pid_t child = 0;  ///< 0: not begun, or gone
        bool is_over = false;
    };

    void follow(Run& run, const std::function<std::unique_lock<std::mutex>()>& lock,
                const std::function<std::string()>& work, const Done& done);
    Result<std::string, ForkedFailure> fork_and_read(
        Run& run, const std::function<std::unique_lock<std::mutex>()>& lock,
        const std::function<std::string()>& work);
    Result<std::string, ForkedFailure> read_all(int from, pid_t child) const;
    void end_children();

    const ForkedLimits limits_;
    std::mutex mutex_;
    std::condition_variable gone_;  ///< a child
    bool stopping_ = false;
    std::list<Run> runs_;
};

}  // namespace lariat::node
