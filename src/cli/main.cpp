// The lariat command: each subcommand has a file of its own.
#include <CLI/CLI.hpp>
#include <iostream>

#include "cli/commands.hpp"
#include "cli/usage.hpp"
#include "state/disk/mapping_faults.hpp"

int main(int argc, char** argv)
{
    lariat::state::name_files_of_mapping_faults();
    CLI::App app{"lariat: contracts that wake themselves, on a deterministic chain", "lariat"};
    app.set_version_flag("-V,--version", "lariat " LARIAT_VERSION, "Print the version and exit");
    app.require_subcommand(0, 1);  // so that a word that is none is named in the error
    app.footer(lariat::cli::EXIT_CODES);
    int status = lariat::cli::EXIT_GOOD;
    lariat::cli::add_replay(app, status);
    lariat::cli::add_demo(app, status);
    lariat::cli::add_check(app, status);
    lariat::cli::add_pvm(app, status);
    lariat::cli::add_verify(app, status);
    lariat::cli::add_db(app, status);
    lariat::cli::add_node(app, status);
    lariat::cli::add_completions(app, status);
    lariat::cli::add_help(app, status);
    lariat::cli::add_version(app, status);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
        return lariat::cli::report_parse_error(app, e);
    }
    if (app.get_subcommands().empty()) return lariat::cli::report_missing_subcommand(app);
    if (!std::cout.flush()) {
        std::cerr << "lariat: the output could not be written\n";
        return lariat::cli::EXIT_USAGE;
    }
    return status;
}
