// Compares an expected line with a printed one, for `assert` lines and --expect.
#pragma once

#include <nlohmann/json.hpp>

namespace lariat::trace {

struct Difference {
    std::string field;  ///< for instance fired[2].status
    std::string expected;
    std::string got;
};

/// Compares the expected fields only: objects field by field, lists entry by entry with equal length. An
/// absent list or map equals an empty one; a number equals the decimal string of its value. used.moves equals
/// anything.
std::optional<Difference> first_difference(const nlohmann::ordered_json& expected,
                                           const nlohmann::ordered_json& got);

}  // namespace lariat::trace
