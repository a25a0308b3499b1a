// Shows the progress of a long command on standard error.
#pragma once

#include <chrono>
#include <string>

#include "lariat/types.hpp"

namespace lariat::cli {

class Progress {
public:
    /// On a terminal, rewrites one line. Elsewhere, prints a line for each tenth, and only if `wanted`.
    explicit Progress(bool wanted);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void show(const std::string& what, u64 done, u64 all);
    /// On a terminal only: writes the text over the line, at most ten times a second.
    void note(const std::string& text);
    /// Erases the line, so that something else can be written.
    void end();

private:
    bool terminal_;
    bool shown_;
    std::string what_;
    u64 percent_ = 0;
    bool open_ = false;
    std::chrono::steady_clock::time_point noted_;
};

}  // namespace lariat::cli
