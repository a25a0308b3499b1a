// A file that a command is given, whole.
#pragma once

#include <optional>
#include <string>

namespace lariat::cli {

/// None when it cannot be read, as a directory cannot. `-` is standard input.
std::optional<std::string> read_file(const std::string& path);

}  // namespace lariat::cli
