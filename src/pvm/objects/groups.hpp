// Groups of exceptions: what they hold, and their parts.
#pragma once

#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

bool is_group(Value v) noexcept;
/// Does `except types` take it? -1: pending.
int exception_matches(Vm& vm, Value exception, Value types);
std::string_view group_message(Value group);
const Tuple* group_exceptions(Value group);
/// A group as except* makes one, of nothing that was raised together before.
Value new_group(Vm& vm, std::string_view message, Value exceptions);
/// The leaves that are among `keep`, in groups as they were; NONE when none is.
Value group_projection(Vm& vm, Value group, std::span<const Value> keep);
void boot_groups();

}  // namespace lariat::pvm
