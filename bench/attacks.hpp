// Traces that try to make one block slow, and a trace of ordinary full blocks to compare with.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "timers/config.hpp"

namespace lariat::bench {

/// Takes one line of a trace (docs/trace.md): the genesis first, then blocks.
using TakeLine = std::function<void(const std::string& line)>;

/// An attack on the time that a block takes.
struct Attack {
    std::string name;     ///< a word, as it stands in the result line
    std::string summary;  ///< the work that the attacker asks for
    std::function<void(const TakeLine&)> write;
    timers::Discipline discipline = timers::Discipline::fifo;  ///< of its slowest block
};

/// Every attack that is known. Each keeps to the default budgets unless its summary names governance.
/// `due_intake` is the chain's due_intake_per_block: some wait until all are taken in.
std::vector<Attack> attacks(u64 due_intake);

/// Full blocks of a busy chain: calls and timers that fill the user lane and the timer lane to 98 of 100, and
/// operations that reserve the whole of a second. All of it is Python: 2,600 calls of a counter, 1,900 of
/// which set a timer; the 1,900 timers that were set three blocks before; 800 operations that set themselves
/// again; 100 longer calls. In the auction, agents are asked about the timers. The last `ORDINARY_BLOCKS`
/// lines are such blocks.
void write_ordinary_chain(const TakeLine& take, timers::Discipline discipline);
inline constexpr unsigned ORDINARY_BLOCKS = 9;

}  // namespace lariat::bench
