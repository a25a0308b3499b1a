// lariat node: a chain in one process.
#include "node/node.hpp"

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <iostream>

#include "cli/commands.hpp"

namespace lariat::cli {

namespace {

struct NodeOptions {
    std::string config;
    bool print_config = false;
    std::map<std::string, std::string> flags;
    std::map<std::string, bool> switches;
};

int run(const NodeOptions& options)
{
    node::SettingSources sources;
    sources.file = options.config;
    sources.flags = options.flags;
    for (const auto& [name, on] : options.switches)
        if (on) sources.flags[name] = "true";
    sources.variable = [](const std::string& name) -> std::optional<std::string> {
        const char* value = std::getenv(name.c_str());
        return value ? std::optional<std::string>(value) : std::nullopt;
    };
    if (sources.file.empty())
        if (const char* file = std::getenv("LARIAT_CONFIG")) sources.file = file;
    const auto settings = node::gather_settings(sources);
    if (!settings) {
        std::cerr << "lariat node: " << settings.error().message << '\n';
        return EXIT_USAGE;
    }
    if (options.print_config) {
        std::cout << node::print_settings(settings.value());
        return 0;
    }
    return node::run_node(settings.value(), LARIAT_VERSION);
}

}  // namespace

void add_node(CLI::App& app, int& status)
{
    auto options = std::make_shared<NodeOptions>();
    CLI::App* command = app.add_subcommand("node", "Run a chain that people talk to over HTTP");
    command->add_option("--config", options->config, "TOML file with settings [DATA/lariat.toml]")
        ->type_name("FILE");
    command->add_flag("--print-config", options->print_config,
                      "print the settings that apply, and run nothing");
    for (const std::string& name : node::setting_names()) {
        if (node::is_switch(name))
            command->add_flag(node::flag_of(name), options->switches[name], node::describe(name));
        else
            command->add_option_function<std::string>(
                node::flag_of(name),
                [options, name](const std::string& value) { options->flags[name] = value; },
                node::describe(name));
    }
    command->footer(
        "Each setting can stand in the TOML file too, under its name with underscores, or in the variable "
        "LARIAT_NAME.\n"
        "Exit status: 0 after SIGINT or SIGTERM; 2 a setting cannot be taken; 3 another process has the "
        "directory or the\n"
        "address; 74 damaged files; 130 a second signal; 1 anything else.");
    command->callback([options, &status] { status = run(*options); });
}

}  // namespace lariat::cli
