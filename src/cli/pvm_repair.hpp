// What a chain refused is taken out of a copy of the source, so that the rest can be looked at: lines and
// columns of all that stays are as they were.
#pragma once

#include <string>
#include <vector>

#include "pvm/pvm.hpp"

namespace lariat::cli {

struct Repair {
    std::string source;
    bool whole;          ///< nothing went that had not been looked at
    u32 line, end_line;  ///< where it was made
};

/// Ways to do it, those that take least first; which of them help, only compiling shows.
std::vector<Repair> repairs(const std::string& source, const pvm::Refusal& refusal);

}  // namespace lariat::cli
