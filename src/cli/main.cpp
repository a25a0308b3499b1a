// The lariat command: each subcommand has a file of its own.
#include <CLI/CLI.hpp>
#include <iostream>

#include "cli/client/register.hpp"
#include "cli/commands.hpp"
#include "cli/help_format.hpp"
#include "cli/stop_signals.hpp"
#include "cli/usage.hpp"
#include "state/disk/mapping_faults.hpp"

namespace {

/// The first argument that is no option: the command.
std::string first_word(int argc, char** argv)
{
    for (int i = 1; i < argc; ++i)
        if (argv[i][0] != '-') return argv[i];
    return {};
}

}  // namespace

int main(int argc, char** argv)
{
    lariat::state::name_files_of_mapping_faults();
    lariat::cli::end_at_first_signal();
    CLI::App app{"A blockchain whose smart contracts schedule their own calls", "lariat"};
    app.formatter(lariat::cli::help_format());
    app.set_help_flag("-h,--help", "print this help");
    app.set_version_flag("-V,--version", "lariat " LARIAT_VERSION, "print the version");
    app.require_subcommand(0, 1);  // so that the error names an unknown command
    app.footer(lariat::cli::EXIT_CODES);
    int status = lariat::cli::EXIT_GOOD;
    lariat::cli::add_replay(app, status);
    lariat::cli::add_demo(app, status);
    lariat::cli::add_check(app, status);
    lariat::cli::add_pvm(app, status);
    lariat::cli::add_verify(app, status);
    lariat::cli::add_db(app, status);
    lariat::cli::add_new(app, status);
    lariat::cli::add_test(app, status);
    lariat::cli::add_node(app, status);
    lariat::cli::client::add_client_commands(app, first_word(argc, argv), status);
    lariat::cli::add_trace(app, status);
    lariat::cli::add_archive(app, status);
    lariat::cli::add_abci(app, status);
    lariat::cli::add_cluster(app, status);
    lariat::cli::add_sim(app, status);
    lariat::cli::add_completions(app, status);
    lariat::cli::add_man(app, status);
    lariat::cli::add_help(app, status);
    lariat::cli::add_version(app, status);
    app.footer("Help of a command: lariat help COMMAND\n\n" + std::string(lariat::cli::EXIT_CODES));
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
