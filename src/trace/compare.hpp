// How an expected line is held against a printed one (trace.md, "assert" and --expect).
#pragma once

#include <nlohmann/json.hpp>

namespace lariat::trace {

struct Difference {
    std::string field;  ///< as fired[2].status
    std::string expected;
    std::string got;
};

/// Only what is expected is compared: objects field by field, lists entry by entry with equal length.
/// An absent list or map equals an empty one; a number equals the decimal string of its value. used.moves
/// equals anything.
std::optional<Difference> first_difference(const nlohmann::ordered_json& expected,
                                           const nlohmann::ordered_json& got);

}  // namespace lariat::trace
