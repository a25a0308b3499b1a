// Takes refused statements out of a tree, so that the compiler can look at the rest.
#pragma once

#include <set>

#include "pvm/syntax/ast.hpp"
#include "pvm/syntax/refusals.hpp"

namespace lariat::pvm::syntax {

/// Each refused statement becomes one that is allowed: its bodies stay, in a statement of the same kind, and
/// the rest of it goes. Notes where something went that nobody looked at.
void leave_out(const Module& module, const std::set<const Stmt*>& refused, Arena& arena, Refusals& all);

}  // namespace lariat::pvm::syntax
