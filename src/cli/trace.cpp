// lariat trace: the chain of a stopped node as a trace.
#include <CLI/CLI.hpp>
#include <iostream>

#include "cli/commands.hpp"
#include "cli/print_json.hpp"
#include "cli/progress.hpp"
#include "node/stored_chain.hpp"

namespace lariat::cli {

namespace {

int failed(const std::string& message, int status)
{
    std::cerr << "lariat trace: " << message << '\n';
    return status;
}

int run(const std::string& directory)
{
    const auto opened = node::open_stored_chain(directory);
    if (!opened) return failed(opened.error().message, opened.error().exit);
    const node::StoredChain& stored = opened.value();
    const node::BlockLog& log = *stored.log;
    if (log.first() != 0)
        return failed(directory + " has blocks from " + std::to_string(log.first()) +
                          " on: those before are forgotten (keep_blocks), and a trace begins at the genesis",
                      EXIT_USAGE);
    print_json(node::genesis_line(stored));
    Progress progress(false);
    for (u64 height = 1; height <= log.head() && std::cout; ++height) {
        const auto block = log.block(height);
        if (!block) return failed(block.error().message, EXIT_DAMAGED);
        const auto line = node::block_line(block.value());
        if (!line) return failed(stored.data->path_of("blocks") + ": " + line.error(), EXIT_DAMAGED);
        print_json(line.value());
        progress.show("writing the blocks", height, log.head());
    }
    return EXIT_GOOD;
}

}  // namespace

void add_trace(CLI::App& app, int& status)
{
    auto directory = std::make_shared<std::string>();
    CLI::App* command = app.add_subcommand("trace", "Print the chain of a stopped node as a trace");
    command->add_option("DATA", *directory, "directory of the node (lariat node --data)")->required();
    command->footer(
        std::string(
            "`lariat replay` of the trace gives the results and state roots of the node's blocks. Exit "
            "status 3: a node "
            "runs in the directory.\n\n") +
        EXIT_CODES);
    command->callback([directory, &status] { status = run(*directory); });
}

}  // namespace lariat::cli
