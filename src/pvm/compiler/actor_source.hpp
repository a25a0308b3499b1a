// Which class of a module is the actor and what handlers it has.
#pragma once

#include "pvm/compiler/draft.hpp"
#include "pvm/syntax/ast.hpp"

namespace lariat::pvm {

/// Fills in actor_class (tests have none) and handlers; a refusal when two classes are marked.
std::optional<Refusal> describe_actor(const syntax::Module& tree, bool tests, ModuleDraft& draft);

}  // namespace lariat::pvm
