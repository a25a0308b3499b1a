// How far a long command has come, on standard error.
#pragma once

#include <string>

#include "lariat/types.hpp"

namespace lariat::cli {

class Progress {
public:
    /// Shown on a terminal, where one line is written over; elsewhere only when `wanted`, a line for each
    /// tenth.
    explicit Progress(bool wanted);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void show(const std::string& what, u64 done, u64 all);
    /// The line is left; something else is written next.
    void end();

private:
    bool terminal_;
    bool shown_;
    std::string what_;
    u64 percent_ = 0;
    bool open_ = false;
};

}  // namespace lariat::cli
