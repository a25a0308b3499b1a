// Writes the cases of fuzz/cases into a folder, each as a source text that fuzz_python_vm takes as input.
#include <cstdio>
#include <fstream>

#include "../tests/support/program_arguments.hpp"
#include "vm_cases.hpp"

int main(int argc, char** argv)
{
    using namespace lariat::fuzz;
    // A thousand operations, or whatever the cycles allow: one that needs more has shown itself by then.
    constexpr std::uint64_t TURNS = 250;
    const lariat::support::ProgramArguments arguments(
        argc, argv, "Writes the written cases of the Python VM as inputs for the fuzzer, a file for each.",
        {{.name = "FOLDER", .meaning = "an existing folder"}});
    int written = 0;
    const auto write = [&](std::span<const Case> subject) {
        for (const Case& c : subject) {
            std::ofstream file(arguments.word(0) + "/case_" + std::to_string(written), std::ios::binary);
            file << '\n' << program_of(c, TURNS);
            if (!file.flush()) return false;
            ++written;
        }
        return true;
    };
    for (const auto& subject : CASES)
        if (!write(subject)) return 1;
    return write(CASES_IN_CELLS) ? 0 : 1;
}
