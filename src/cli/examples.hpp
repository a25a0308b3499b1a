// The sources of examples/, embedded into the command at build time.
#pragma once

#include <string_view>
#include <vector>

namespace lariat::cli {

struct Example {
    std::string_view file;  ///< for instance heartbeat.py
    std::string_view source;
};

const std::vector<Example>& examples();

}  // namespace lariat::cli
