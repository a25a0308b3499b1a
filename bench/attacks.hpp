// Traces that try to make one block slow, and a trace of ordinary full blocks to compare with.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace lariat::bench {

/// Takes one line of a trace (docs/trace.md): the genesis first, then blocks.
using TakeLine = std::function<void(const std::string& line)>;

/// An attack on the time that a block takes.
struct Attack {
    std::string name;     ///< a word, as it stands in the result line
    std::string summary;  ///< the work that the attacker asks for
    std::function<void(const TakeLine&)> write;
};

/// Every attack that is known. Each keeps to the default budgets unless its summary names governance.
std::vector<Attack> attacks();

/// Full blocks of a busy chain: 2,500 calls of the README's counter, each of which sets a timer, the 4,000
/// timers that were set three blocks before, and 100 longer calls. The last `ORDINARY_BLOCKS` lines are such
/// blocks.
void write_ordinary_chain(const TakeLine& take);
inline constexpr unsigned ORDINARY_BLOCKS = 9;

}  // namespace lariat::bench
