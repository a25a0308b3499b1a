// The arms of a scenario file: its table with some values replaced.
#pragma once

#include <toml++/toml.h>

#include "sim/scenario.hpp"

namespace lariat::sim {

/// Takes `arm` and `cross` out of the table of a scenario file. Each [[arm]] names its values; each [[cross]]
/// makes an arm of every combination of its lists. Without either there is one arm, "base". Throws
/// BadScenario.
std::vector<std::pair<Arm, toml::table>> take_arms(toml::table& file);

}  // namespace lariat::sim
