// Errors of the command line: each says what was wanted, what was given and what to do.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace lariat::cli {

/// Prints on standard error why the command line of `app` was refused, and returns the exit status. If the
/// command line asks for help or the version, prints that and returns 0.
int report_parse_error(const CLI::App& app, const CLI::ParseError& error);

/// Prints that a command of the group is missing, and which commands it has. Returns the exit status.
int report_missing_subcommand(const CLI::App& group);

/// The command that the words name below `app`; `app` itself without words, nullptr if there is none.
const CLI::App* find_command(const CLI::App& app, const std::vector<std::string>& words);

/// `lariat help [COMMAND...]`: prints the help of a command.
void add_help(CLI::App& app, int& status);

}  // namespace lariat::cli
