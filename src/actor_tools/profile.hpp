// Counts the cycles of each line of an actor while it runs.
#pragma once

#include <map>
#include <vector>

#include "pvm/watch.hpp"

namespace lariat::actor_tools {

/// Cycles by line, and the lines in the order in which they ran.
class Profile : public pvm::Watch {
public:
    struct Line {
        u64 cycles = 0, visits = 0;
    };
    struct Step {
        u32 line;
        u64 cycles_left;
    };
    std::map<u32, Line> lines;
    std::vector<Step> steps;
    bool keeps_steps = false;

    void instruction(u32 line, u64 price, u64 before) override
    {
        lines[last_].cycles += before;
        lines[line].cycles += price;
        if (line == last_) return;
        ++lines[line].visits;
        if (keeps_steps) steps.push_back({line, cycles_left});
        last_ = line;
    }

private:
    u32 last_ = 0;  ///< 0: before the first line
};

}  // namespace lariat::actor_tools
