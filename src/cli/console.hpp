// Formats output for people: grouped digits, and colours on a terminal.
#pragma once

#include <string>

#include "lariat/types.hpp"

namespace lariat::cli {

bool stdout_is_terminal();
/// TERM=dumb: the terminal has no escape sequences.
bool is_dumb_terminal();
/// Standard output is a terminal with escape sequences, and NO_COLOR is not set.
bool stdout_has_colour();

enum class Colour { plain, green, yellow, red, dim };
std::string coloured(Colour colour, const std::string& text, bool enabled);

/// Says on standard error what a command does not take, and returns EXIT_USAGE. `command` is `replay` or `pvm
/// run`.
int refuse(const std::string& command, const std::string& why);

/// 1234567 as 1,234,567.
std::string grouped(u128 value);

}  // namespace lariat::cli
