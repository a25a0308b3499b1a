// What commands print for people: numbers that can be read, colours where there is a terminal.
#pragma once

#include <string>

#include "lariat/types.hpp"

namespace lariat::cli {

bool stdout_is_terminal();
/// A terminal, and nobody asked for none (NO_COLOR).
bool stdout_has_colour();

enum class Colour { plain, green, yellow, red, dim };
std::string coloured(Colour colour, const std::string& text, bool enabled);

/// 1234567 as 1,234,567.
std::string grouped(u128 value);

}  // namespace lariat::cli
