// Hints for refusals of the compiler: replacements for modules and names that an actor cannot have.
#pragma once

#include <string>

namespace lariat::actor_tools::lint {

/// The hint for a refusal with this reason; empty when there is none.
std::string hint_for_refusal(const std::string& reason);

}  // namespace lariat::actor_tools::lint
