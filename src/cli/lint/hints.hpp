// Hints: what to write instead of something that the compiler refuses.
#pragma once

#include <string>

namespace lariat::lint {

/// For the reason of a refusal; empty when there is nothing to add.
std::string hint_for_refusal(const std::string& reason);

}  // namespace lariat::lint
