// The actors of examples/, as they were when the command was built.
#pragma once

#include <string_view>
#include <vector>

namespace lariat::cli {

struct Example {
    std::string_view file;  ///< as heartbeat.py
    std::string_view source;
};

const std::vector<Example>& examples();

}  // namespace lariat::cli
