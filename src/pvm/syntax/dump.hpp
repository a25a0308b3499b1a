// A syntax tree as text, for tests: what `ascii(ast.dump(tree))` holds in CPython 3.11.
#pragma once

#include <string>

#include "pvm/syntax/ast.hpp"

namespace lariat::pvm::syntax {

/// Characters that are not printable ASCII are escaped as `ascii()` escapes them.
std::string dump(const Module& module);

}  // namespace lariat::pvm::syntax
