// lariat abci: the chain on a socket, for a stock CometBFT.
#include <CLI/CLI.hpp>
#include <iostream>

#include "abci/socket_server.hpp"
#include "cli/commands.hpp"
#include "cli/stop_signals.hpp"

namespace lariat::cli {

namespace {

struct AbciOptions {
    abci::Options application;
    std::string socket;
};

int run(const AbciOptions& options)
{
    watch_stop_signals();
    auto application = abci::Application::open(options.application);
    if (!application) {
        std::cerr << "lariat abci: " << application.error().message << '\n';
        return application.error().exit;
    }
    const auto failure = abci::serve_socket(*application.value(), options.socket, stop_descriptor());
    if (failure) std::cerr << "lariat abci: " << *failure << '\n';
    return failure ? EXIT_DIFFERENT : EXIT_GOOD;
}

}  // namespace

void add_abci(CLI::App& app, int& status)
{
    auto options = std::make_shared<AbciOptions>();
    CLI::App* command =
        app.add_subcommand("abci", "Serve the chain to a CometBFT of another process, for tests");
    command
        ->add_option("--home", options->application.home,
                     "home of the validator: config/genesis.json is read")
        ->required()
        ->type_name("DIR");
    command->add_option("--socket", options->socket, "path of the Unix socket to make")
        ->required()
        ->type_name("PATH");
    command->footer(
        "`lariat cluster` runs the chain inside of CometBFT's process; docs/cluster.md says why.");
    command->callback([options, &status] { status = run(*options); });
}

}  // namespace lariat::cli
