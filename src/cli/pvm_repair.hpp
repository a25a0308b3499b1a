// Removes a refused part from a copy of the source, so that `pvm check` can find further refusals. The lines
// and columns of all other parts stay the same.
#pragma once

#include <string>
#include <vector>

#include "pvm/pvm.hpp"

namespace lariat::cli {

struct Repair {
    std::string source;
    bool whole;          ///< no unchecked part of the source was removed
    u32 line, end_line;  ///< the lines that were changed
};

/// Possible repairs, the smallest first. The caller has to compile each one to see whether it helps.
std::vector<Repair> repairs(const std::string& source, const pvm::Refusal& refusal);

}  // namespace lariat::cli
