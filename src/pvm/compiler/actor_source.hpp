// Which class of a module is the actor and what handlers it has.
#pragma once

#include "pvm/compiler/code.hpp"
#include "pvm/syntax/ast.hpp"

namespace lariat::pvm {

/// Fills in classes, functions and actor_class; a refusal when two classes are marked.
std::optional<Refusal> describe_actor(const syntax::Module& tree, Program& program);

}  // namespace lariat::pvm
