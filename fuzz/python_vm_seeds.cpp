// Writes the written cases of fuzz/cases as inputs of fuzz_python_vm, source text each, into a folder.
#include <cstdio>
#include <fstream>

#include "vm_cases.hpp"

int main(int argc, char** argv)
{
    using namespace lariat::fuzz;
    // A thousand operations, or whatever the cycles allow: one that needs more has shown itself by then.
    constexpr std::uint64_t TURNS = 250;
    if (argc != 2) {
        std::fputs("usage: python_vm_seeds FOLDER\n", stderr);
        return 2;
    }
    int written = 0;
    const auto write = [&](std::span<const Case> subject) {
        for (const Case& c : subject) {
            std::ofstream file(std::string(argv[1]) + "/case_" + std::to_string(written), std::ios::binary);
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
