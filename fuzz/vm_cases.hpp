// Programs written by hand for the VM fuzzer: each repeats one operation in a loop.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "cases/class_cases.hpp"
#include "cases/container_cases.hpp"
#include "cases/control_cases.hpp"
#include "cases/module_cases.hpp"
#include "cases/number_cases.hpp"
#include "cases/text_cases.hpp"
#include "cases/wide_cases.hpp"

namespace lariat::fuzz {

inline const std::array<std::span<const Case>, 7> CASES = {
    TEXT_CASES, NUMBER_CASES, CONTAINER_CASES, CONTROL_CASES, MODULE_CASES, WIDE_CASES, CLASS_CASES};

inline std::string indented(std::string_view lines, std::size_t by)
{
    std::string out(by, ' ');
    for (const char c : lines) {
        out += c;
        if (c == '\n') out.append(by, ' ');
    }
    return out + "\n";
}

/// The handler `go` does what is repeated four times in each turn of its loop: little but that is measured.
inline std::string program_of(const Case& c, std::uint64_t turns)
{
    std::string source = "def go(p):\n";
    if (*c.before != '\0') source += indented(c.before, 4);
    source += "    for turn in range(" + std::to_string(turns) + "):\n";
    for (int i = 0; i < 4; ++i) source += indented(c.repeated, 8);
    return source;
}

}  // namespace lariat::fuzz
