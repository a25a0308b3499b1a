// Compares an expected result line with the actual one, for `assert` lines and --expect.
#pragma once

#include <nlohmann/json.hpp>

namespace lariat::trace {

struct Difference {
    std::string field;  ///< its path, for instance fired[2].status
    std::string expected;
    std::string got;
};

/// Compares only the fields that `expected` has: objects field by field, lists of equal length entry by
/// entry. An absent list or map equals an empty one. A number equals the decimal string of its value.
/// used.moves is not compared.
std::optional<Difference> first_difference(const nlohmann::ordered_json& expected,
                                           const nlohmann::ordered_json& got);

}  // namespace lariat::trace
