// Adds the commands that talk to a node to the command line.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace lariat::cli::client {

/// `first` is the first word of the command line. Of commands and groups that it does not name, only name and
/// description are added, because making all options takes longer than most commands run. `help`, `man` and
/// `completions` get everything.
void add_client_commands(CLI::App& app, const std::string& first, int& status);

}  // namespace lariat::cli::client
