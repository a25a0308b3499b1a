// For the determinism check: a trace in, result lines out, as `lariat replay` does it, without the rest of
// the command. Four compilers build it.
#include <fstream>
#include <iostream>

#include "trace/replay.hpp"

int main(int argc, char** argv)
{
    using namespace lariat::trace;
    std::ifstream lines(argc == 2 ? argv[1] : "", std::ios::binary);
    if (!lines) {
        std::cerr << "usage: replay_trace TRACE\n";
        return static_cast<int>(Verdict::refused);
    }
    return static_cast<int>(replay(lines, std::cout, std::cerr, {}));
}
