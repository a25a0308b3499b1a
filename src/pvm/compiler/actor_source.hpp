// Finds the actor and its handlers in a syntax tree, and refuses source that has none.
#pragma once

#include "pvm/compiler/draft.hpp"
#include "pvm/syntax/ast.hpp"

namespace lariat::pvm {

/// Fills in actor_class (tests have none) and handlers; a refusal for each marked class but the first.
std::vector<Refusal> describe_actor(const syntax::Module& tree, bool tests, ModuleDraft& draft);

/// A refusal when nobody could call the actor that describe_actor() has found: its class or module defines no
/// handler, or there are several classes and none is marked. Names that begin with `_` are no handlers.
[[nodiscard]] std::optional<Refusal> refuse_without_handlers(const syntax::Module& tree,
                                                             const ModuleDraft& draft);

}  // namespace lariat::pvm
