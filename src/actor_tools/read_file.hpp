// Reads a whole file that the command line names.
#pragma once

#include <optional>
#include <string>

#include "lariat/error.hpp"

namespace lariat::actor_tools {

struct [[nodiscard]] ReadError {
    std::string message;
    operator const std::string&() const { return message; }
};

/// "cannot read FILE: No such file or directory", for the reason in errno.
ReadError cannot_read(const std::string& path);
/// Nothing if this is a file that can be opened, else why not. A directory can be opened, but not read.
[[nodiscard]] std::optional<ReadError> why_unreadable(const std::string& path);

/// The error names the file and the system's reason. `-` is standard input.
Result<std::string, ReadError> read_file(const std::string& path);

}  // namespace lariat::actor_tools
