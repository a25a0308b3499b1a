// Prints the syntax tree of each file on the command line, or the reason of its refusal, one line each. Used
// by tests/pvm/syntax_oracle.py.
#include <fstream>
#include <iostream>
#include <iterator>

#include "../support/program_arguments.hpp"
#include "pvm/syntax/dump.hpp"
#include "pvm/syntax/parser.hpp"

int main(int argc, char** argv)
{
    const lariat::support::ProgramArguments arguments(
        argc, argv, "Prints the syntax tree of each file, or why the parser refuses it, on one line each.",
        {{.name = "FILE", .meaning = "a Python source", .repeated = true}});
    lariat::pvm::Limits limits;
    limits.source_bytes = 4u << 20;  // the standard library has longer files than an actor may
    for (const std::string& path : arguments.words_from(0)) {
        std::ifstream file(path, std::ios::binary);
        const std::string source{std::istreambuf_iterator<char>(file), {}};
        const auto parsed = lariat::pvm::syntax::parse(source, limits);
        if (parsed) {
            std::cout << lariat::pvm::syntax::dump(*parsed.value().module) << '\n';
        } else {
            const auto& refusal = parsed.error();
            std::cout << "refused " << refusal.line << ':' << refusal.column << ' ' << refusal.reason << '\n';
        }
    }
}
