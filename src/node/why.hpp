// Why a timer fires in the coming block, or does not, as the API says it (NODE-33).
#pragma once

#include "chain/coming.hpp"
#include "node/tx_json.hpp"

namespace lariat::node {

class Core;

/// {"reason", …}. `coming` looks at the core's head; the lock is held.
OrderedJson why_json(const Core& core, const chain::ComingBlock& coming, const timers::TimerId& id);

}  // namespace lariat::node
