// The subcommands of lariat. Each function adds its subcommand to the app; the command stores its exit status
// in `status`.
#pragma once

#include "cli/exit_status.hpp"

namespace CLI {
class App;
}

namespace lariat::cli {

void add_replay(CLI::App& app, int& status);
void add_demo(CLI::App& app, int& status);
void add_check(CLI::App& app, int& status);
void add_pvm(CLI::App& app, int& status);
void add_test(CLI::App& app, int& status);
void add_verify(CLI::App& app, int& status);
void add_db(CLI::App& app, int& status);
void add_node(CLI::App& app, int& status);
void add_trace(CLI::App& app, int& status);
void add_archive(CLI::App& app, int& status);
void add_abci(CLI::App& app, int& status);
void add_cluster(CLI::App& app, int& status);
void add_sim(CLI::App& app, int& status);
void add_new(CLI::App& app, int& status);
void add_man(CLI::App& app, int& status);
void add_completions(CLI::App& app, int& status);
void add_version(CLI::App& app, int& status);

}  // namespace lariat::cli
