// Expressions as text again: how annotations are kept.
#pragma once

#include <string>

#include "pvm/syntax/ast.hpp"

namespace lariat::pvm {

/// As CPython writes the annotations of a module that has `from __future__ import annotations`.
std::string unparse(const syntax::Expr& e);

}  // namespace lariat::pvm
