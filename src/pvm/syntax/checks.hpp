// What CPython's compiler refuses in a tree that its grammar allows, and the bound on depth.
#pragma once

#include <optional>

#include "pvm/pvm.hpp"
#include "pvm/syntax/ast.hpp"
#include "pvm/syntax/refusals.hpp"

namespace lariat::pvm::syntax {

[[nodiscard]] std::optional<Refusal> check(const Module& module);

/// Goes on behind each refusal, and takes the statements that were refused out of the tree. False: the tree
/// is not fit for the compiler.
bool check_on(const Module& module, Arena& arena, Refusals& all);

}  // namespace lariat::pvm::syntax
