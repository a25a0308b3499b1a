// The layout of every --help.
#pragma once

#include <memory>

namespace CLI {
class FormatterBase;
}

namespace lariat::cli {

/// Subcommands take the format over from their parent, so set it before they are added.
std::shared_ptr<CLI::FormatterBase> help_format();

}  // namespace lariat::cli
