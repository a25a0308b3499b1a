// json.dumps.
#pragma once

#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

Value json_dumps(Vm& vm, Value self, const Args& args);

}  // namespace lariat::pvm
