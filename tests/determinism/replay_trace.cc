// Replays a trace as `lariat replay` does, without the rest of the command, for the determinism check. Four
// compilers build it.
#include <fstream>
#include <iostream>

#include "../support/program_arguments.hpp"
#include "trace/replay.hpp"

int main(int argc, char** argv)
{
    using namespace lariat::trace;
    const lariat::support::ProgramArguments arguments(
        argc, argv, "Replays a trace and prints its result lines, as `lariat replay` does.",
        {{.name = "TRACE", .meaning = "a file of JSON lines"}});
    std::ifstream lines(arguments.word(0), std::ios::binary);
    if (!lines) arguments.refuse("cannot read " + arguments.word(0));
    return static_cast<int>(replay(lines, std::cout, std::cerr, {}));
}
