// A fuzz case: its setup, and the statements that a program repeats.
#pragma once

namespace lariat::fuzz {

struct Case {
    const char* before;
    const char* repeated;
};

}  // namespace lariat::fuzz
