// Totals over all blocks of the demo, printed at its end.
#pragma once

#include <iosfwd>
#include <map>

#include "chain/block.hpp"
#include "trace/output.hpp"

namespace lariat::cli {

struct DemoTotals {
    u64 blocks = 0;
    std::map<std::string, u64> fires;  ///< of timers, by status
    chain::Burned burned;
    u128 tips = 0;
    timers::Totals exits;
    u64 live = 0;
    Hash32 state_root;

    void add(const chain::BlockResult& block);
    trace::OrderedJson to_json() const;
    void print(std::ostream& out) const;
};

}  // namespace lariat::cli
