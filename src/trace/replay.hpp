// Replays a trace (docs/trace.md): reads its lines and writes result lines (docs/results.md).
#pragma once

#include <functional>
#include <iosfwd>

#include "lariat/error.hpp"

namespace lariat::chain {
class ExecutionObserver;
struct BlockResult;
}  // namespace lariat::chain

namespace lariat::trace {

struct ReplayOptions {
    std::string state_dir;                         ///< empty: in memory
    std::vector<std::string> fields;               ///< print only these; empty: all
    bool quiet = false;                            ///< print only the last line
    u64 rollback_depth_max = 16'384;               ///< blocks that can be rolled back
    chain::ExecutionObserver* observer = nullptr;  ///< looks on while blocks are applied
    std::function<void(const chain::BlockResult&)>
        after_block;  ///< called for each block, after its line was printed
};

/// The exit status of `lariat replay`.
enum class Verdict : int { good = 0, different = 1, refused = 2, damaged = 74 };

/// Called with each result line before it is printed; false ends the replay as `different`.
using LineCheck = std::function<bool(const std::string& line)>;

/// Reads lines until the end or the first one that is refused; says on `problems` what was wrong and
/// in which line.
Verdict replay(std::istream& trace, std::ostream& results, std::ostream& problems,
               const ReplayOptions& options, const LineCheck& check = {});

/// Holds each result line against the lines of `expected`: only fields present there are compared.
/// Says on `problems` the first difference: block, field, expected, got.
class Expectation {
public:
    Expectation(std::istream& expected, std::ostream& problems) : expected_(expected), problems_(problems) {}
    bool check(const std::string& line);
    bool finish();  ///< false when lines are left over

private:
    std::optional<std::string> next_line();
    std::istream& expected_;
    std::ostream& problems_;
    u64 line_ = 0;
};

}  // namespace lariat::trace
