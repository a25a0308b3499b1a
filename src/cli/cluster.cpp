// lariat cluster: hands over to lariat-comet, the program with CometBFT in it, which another build makes.
#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>

#include <unistd.h>

#include "cli/commands.hpp"

namespace lariat::cli {

namespace {

constexpr const char* PROGRAM = "lariat-comet";

/// LARIAT_COMET, else beside this program or in the folder above it, else in PATH.
std::string program()
{
    if (const char* given = std::getenv("LARIAT_COMET")) return given;
    std::error_code error;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
    if (!error)
        for (const auto& folder : {self.parent_path(), self.parent_path().parent_path()})
            if (std::filesystem::exists(folder / PROGRAM, error)) return folder / PROGRAM;
    return PROGRAM;
}

int run(const std::vector<std::string>& arguments)
{
    const std::string path = program();
    std::vector<char*> argv{const_cast<char*>(path.c_str())};
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    ::execvp(path.c_str(), argv.data());
    std::cerr << "lariat cluster: cannot run " << path << ": " << std::strerror(errno)
              << "\nIt is built by `make cluster-build`, which needs Go; LARIAT_COMET may name it.\n";
    return EXIT_USAGE;
}

}  // namespace

void add_cluster(CLI::App& app, int& status)
{
    CLI::App* command = app.add_subcommand("cluster", "Run the chain replicated, in CometBFT's process");
    command->prefix_command();
    command->set_help_flag();  // lariat-comet has its own
    command->callback([command, &status] { status = run(command->remaining()); });
}

}  // namespace lariat::cli
