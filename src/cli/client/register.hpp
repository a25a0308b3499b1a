// Adds the commands that talk to a node to the command line.
#pragma once

namespace CLI {
class App;
}

namespace lariat::cli::client {

void add_client_commands(CLI::App& app, int& status);

}  // namespace lariat::cli::client
