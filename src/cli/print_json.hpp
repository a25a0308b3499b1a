// Prints JSON on standard output.
#pragma once

#include <iostream>

#include "trace/output.hpp"

namespace lariat::cli {

/// One line. Text that is no UTF-8 gets replacement characters.
inline void print_json(const trace::OrderedJson& out)
{
    std::cout << out.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
}

}  // namespace lariat::cli
