// Replays a trace (docs/trace.md): reads its lines and writes result lines (docs/results.md).
#pragma once

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "lariat/error.hpp"

namespace lariat::chain {
class ExecutionObserver;
struct BlockResult;
}  // namespace lariat::chain

namespace lariat::trace {

/// Where a replay ended.
struct ReplayEnd {
    u64 height = 0;        ///< of the chain
    bool stopped = false;  ///< because ReplayOptions::stop said so
};

struct ReplayOptions {
    std::string state_dir;                         ///< empty: in memory
    bool resume = false;                           ///< skip the blocks that the chain of `state_dir` has
    std::string name;                              ///< of the trace, for errors; may be empty
    std::vector<std::string> fields;               ///< print only these; empty: all
    bool quiet = false;                            ///< print only the last line
    u64 rollback_depth_max = 16'384;               ///< blocks that can be rolled back
    chain::ExecutionObserver* observer = nullptr;  ///< looks on while blocks are applied
    std::function<void(const chain::BlockResult&)>
        after_block;             ///< called for each block, after its line was printed
    std::function<bool()> stop;  ///< asked before each line and block; true ends the replay
    std::function<void(u64 skipped)> after_skipping;  ///< called when a resumed chain was opened
    ReplayEnd* end = nullptr;                         ///< filled in
};

/// The exit status of `lariat replay`.
enum class Verdict : int { good = 0, different = 1, refused = 2, damaged = 74 };

/// Called with each result line before it is printed. A verdict other than `good` ends the replay.
using LineCheck = std::function<Verdict(const std::string& line)>;

/// Names of the fields that a result line can have.
const std::vector<std::string>& result_fields();

/// Reads lines until the end or the first one that is refused. Writes on `problems` what was wrong: in which
/// line of the trace, or in which state directory. Flushes `results` after each line.
Verdict replay(std::istream& trace, std::ostream& results, std::ostream& problems,
               const ReplayOptions& options, const LineCheck& check = {});

/// Compares result lines with the lines of `expected`: only the fields that are present there.
/// Writes on `problems` the first difference (block, field, expected, got), or which line of `expected` is
/// malformed. Errors name the trace and the file of the expected lines.
class Expectation {
public:
    struct Names {
        std::string trace, expected;
    };
    Expectation(std::istream& expected, Names names, std::ostream& problems)
        : expected_(expected), names_(std::move(names)), problems_(problems)
    {
    }
    Verdict check(const std::string& line);
    /// Called at the end of the trace: `different` if expected lines are left.
    Verdict finish();

private:
    std::optional<std::string> next_line();
    Verdict malformed(const std::string& why);

    std::istream& expected_;
    Names names_;
    std::ostream& problems_;
    u64 line_ = 0;
};

}  // namespace lariat::trace
