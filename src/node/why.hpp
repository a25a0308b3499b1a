// Why a timer fires in the coming block, or does not, as the API says it (NODE-33).
#pragma once

#include <string>

#include "chain/coming.hpp"

namespace lariat::node {

class Core;

/// {"reason", …}, or null. `coming` looks at the core's head; the lock is held.
std::string why_text(const Core& core, const chain::ComingBlock& coming, const timers::TimerId& id);

}  // namespace lariat::node
