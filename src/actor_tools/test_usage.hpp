// What the tests of actors used: the cost of each handler, and the lines that ran.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "pvm/watch.hpp"

namespace lariat::actor_tools {

class TestUsage {
public:
    struct Cost {
        u64 runs = 0;
        u64 cycles_least = 0, cycles_most = 0, cycles = 0;  ///< `cycles` and `cells` of all runs together
        u64 cells_most = 0, cells = 0;
    };
    /// A file of an actor and a handler.
    using Handler = std::pair<std::string, std::string>;

    void add_run(const std::string& file, const std::string& handler, u64 cycles, u64 cells);
    /// Notes the lines of this file that run from now on.
    pvm::Watch* watch(const std::string& file);

    const std::map<Handler, Cost>& costs() const noexcept { return costs_; }
    const std::map<std::string, std::set<u32>>& lines() const noexcept { return lines_; }

private:
    class Lines : public pvm::Watch {
    public:
        void instruction(u32 line, u64, u64) override
        {
            if (line != last_ && to) to->insert(line);
            last_ = line;
        }
        std::set<u32>* to = nullptr;

    private:
        u32 last_ = 0;
    };

    std::map<Handler, Cost> costs_;
    std::map<std::string, std::set<u32>> lines_;
    Lines watch_;
};

/// Where a statement stands: its first line, and the last line that is still its own (not that of a body).
struct StatementLines {
    u32 first = 0, last = 0;
};
/// The statements of a source that can run: without texts that only document, `global` and `nonlocal`.
/// Nothing for source that does not parse.
std::vector<StatementLines> statements_of(const std::string& source);

/// Which of the statements ran, by the lines that did.
struct Coverage {
    u64 statements = 0, ran = 0;
    std::vector<u32> missed;  ///< first lines of the others
};
Coverage coverage_of(const std::string& source, const std::set<u32>& lines);

}  // namespace lariat::actor_tools
