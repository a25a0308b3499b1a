// Command lines that cannot be taken, in words: what was wanted, what was given, what to do.
#pragma once

#include <string>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace lariat::cli {

/// Says on standard error why the command line of `app` was refused. Returns the exit status; 0 where only
/// help or a version was asked for, which is printed.
int report_parse_error(const CLI::App& app, const CLI::ParseError& error);

/// Says that a group of commands lacks its subcommand, and which there are.
int report_missing_subcommand(const CLI::App& group);

/// `lariat help [COMMAND...]`: prints the help of a command.
void add_help(CLI::App& app, int& status);

}  // namespace lariat::cli
