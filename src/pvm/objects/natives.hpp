// Every function that is not written in Python, for those who ask after all of them.
#pragma once

#include <functional>

#include "pvm/objects/types.hpp"

namespace lariat::pvm {

/// Builtin functions, of "", and methods, of their class's name; then the functions of the modules.
void each_native(const std::function<void(std::string_view of, const NativeSpec&)>& visit);
void each_builtin(const std::function<void(std::string_view name, Value value)>& visit);

}  // namespace lariat::pvm
