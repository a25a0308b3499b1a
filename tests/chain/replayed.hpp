// Replays a trace given as text, as `lariat replay` does.
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "trace/replay.hpp"

namespace lariat::trace {

struct Replayed {
    Verdict verdict = Verdict::good;
    std::vector<nlohmann::json> lines;
    std::string problems;
};

inline Replayed replayed(const std::string& text, const ReplayOptions& options = {})
{
    std::istringstream in(text);
    std::ostringstream out, problems;
    Replayed r;
    r.verdict = replay(in, out, problems, options);
    r.problems = problems.str();
    std::istringstream lines(out.str());
    for (std::string line; std::getline(lines, line);) r.lines.push_back(nlohmann::json::parse(line));
    return r;
}

}  // namespace lariat::trace
