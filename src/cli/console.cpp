// Colours as ANSI escape sequences, which all common terminals support.
#include "cli/console.hpp"

#include <unistd.h>

#include <cstdlib>
#include <iostream>

#include "base/checked.hpp"
#include "cli/exit_status.hpp"

namespace lariat::cli {

bool stdout_is_terminal()
{
    return isatty(STDOUT_FILENO) == 1;
}

bool is_dumb_terminal()
{
    const char* term = std::getenv("TERM");
    return term != nullptr && std::string_view(term) == "dumb";
}

bool stdout_has_colour()
{
    const char* unwanted = std::getenv("NO_COLOR");
    return stdout_is_terminal() && !is_dumb_terminal() && (unwanted == nullptr || *unwanted == '\0');
}

std::string coloured(Colour colour, const std::string& text, bool enabled)
{
    if (!enabled || colour == Colour::plain) return text;
    static constexpr const char* CODES[] = {"0", "32", "33", "31", "2"};
    return std::string("\033[") + CODES[static_cast<int>(colour)] + "m" + text + "\033[0m";
}

std::string grouped(u128 value)
{
    std::string digits = to_decimal(value);
    for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
    return digits;
}

int refuse(const std::string& command, const std::string& why)
{
    std::cerr << "lariat " << command << ": " << why << '\n';
    return EXIT_USAGE;
}

}  // namespace lariat::cli
