// json.dumps, and how dumps and loads take their arguments.
#pragma once

#include <vector>

#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

/// One argument with or without its name, the others by name alone. What has none of these names is for the
/// class that is given as `cls`.
struct JsonArguments {
    Value values[10];  ///< as the names stand; absent where not given
    std::vector<Value> more;
    List* more_names = nullptr;
    Value operator[](u32 i) const noexcept { return values[i]; }
    bool take(Vm& vm, const Args& args, std::string_view who, std::span<const std::string_view> known);
};

/// The class that stands in that place, called with these and what is for it.
Value call_class(Vm& vm, const JsonArguments& a, u32 cls, std::vector<Value>& values, List* names);
/// False: something was given that nobody takes, and TypeError is pending. `known`: what the class takes
/// besides.
bool nothing_more(Vm& vm, const JsonArguments& a, std::string_view cls, std::string_view known = {});
Value json_dumps(Vm& vm, Value self, const Args& args);

}  // namespace lariat::pvm
