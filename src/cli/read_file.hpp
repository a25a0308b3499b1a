// Reads a whole file that the command line names.
#pragma once

#include <optional>
#include <string>

namespace lariat::cli {

/// Reads a file, or standard input for `-`. Returns nullopt if it cannot be read (a directory, for instance).
std::optional<std::string> read_file(const std::string& path);

}  // namespace lariat::cli
