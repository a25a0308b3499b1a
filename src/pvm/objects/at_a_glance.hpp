// What is told of two values without going into them, where no program's class has a say.
#pragma once

#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

/// What the sizes of two lists, tuples, sets or views say by themselves; absent: nothing. Not for values that
/// are too deep in others.
Value sizes_say(CompareOp op, Value a, Value b);
/// Two lists or tuples of which the first items are small integers that are not equal: looked at and paid
/// for.
bool first_numbers_differ(Vm& vm, Value a, Value b);

}  // namespace lariat::pvm
