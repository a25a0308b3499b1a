// What CPython's compiler refuses in a tree that its grammar allows, and the bound on depth.
#pragma once

#include <optional>

#include "pvm/pvm.hpp"
#include "pvm/syntax/ast.hpp"

namespace lariat::pvm::syntax {

std::optional<Refusal> check(const Module& module);

}  // namespace lariat::pvm::syntax
