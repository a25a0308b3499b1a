// Problems: the error answers of the API (section 5 of the node's specification). The list of codes is
// closed.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "node/http_server.hpp"
#include "node/tx_json.hpp"

namespace lariat::node {

struct ProblemKind {
    std::string_view code;
    int status;
    std::string_view title;
};

/// All of them, in the order of the specification.
std::span<const ProblemKind> problem_kinds() noexcept;
/// The kind with this code, which must exist.
const ProblemKind& problem_kind(std::string_view code);

/// A problem of section 5 with its detail for this request and further members (reason, got, limit, …).
struct [[nodiscard]] Problem {
    std::string code;
    std::string detail;
    OrderedJson more = OrderedJson::object();
};

HttpResponse problem_answer(const Problem& problem);
/// The code for a request that the server refused with this status before it was whole.
std::string_view code_of_status(int status) noexcept;

}  // namespace lariat::node
