// One thing that a program may do at length: what it needs, and the statements that are repeated.
#pragma once

namespace lariat::fuzz {

struct Case {
    const char* before;
    const char* repeated;
};

}  // namespace lariat::fuzz
