// Shows the progress of a long command on standard error.
#pragma once

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
    /// Ends the line, so that other output can follow.
    void end();

private:
    bool terminal_;
    bool shown_;
    std::string what_;
    u64 percent_ = 0;
    bool open_ = false;
};

}  // namespace lariat::cli
