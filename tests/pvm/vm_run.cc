// Runs the module of a Python file in the VM and prints the data of its events, one line each. Used by
// vm_oracle.py and by hand.
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>

#include "../support/program_arguments.hpp"
#include "vm_fake_host.hpp"

int main(int argc, char** argv)
{
    using namespace lariat;
    const support::ProgramArguments arguments(
        argc, argv, "Runs the module of a Python file in the VM and prints its events, one line each.",
        {{.name = "FILE", .meaning = "a Python source"},
         {.name = "CYCLES", .meaning = "the limit", .otherwise = "100000000", .number = true}},
        {{"--show-cycles", "print the cycles that were used to standard error"}});
    std::ifstream file(arguments.word(0), std::ios::binary);
    if (!file) arguments.refuse("cannot read " + arguments.word(0));
    std::string source((std::istreambuf_iterator<char>(file)), {});
    // Two classes of its own: so the module is one of bare functions whatever it defines.
    source +=
        "\ndef pvm_run_nothing(payload):\n    pass\nclass PvmRunA:\n    pass\nclass PvmRunB:\n    pass\n";
    const auto program = pvm::compile(source, {});
    if (!program) {
        std::cout << "REFUSED " << program.error().to_string() << "\n";
        return 3;
    }
    std::string handler = "pvm_run_nothing";
    const u64 cycles = arguments.number(1);
    pvm::FakeHost host;
    Meter meter{cycles, 100'000'000};
    host.meter = &meter;
    host.print = true;
    pvm::Limits limits;
    limits.arena_bytes = u64{256} << 20;
    if (!pvm::defines_handler(*program.value(), handler)) {
        std::cout << "the module's only class is an actor: add a second one\n";
        return 2;
    }
    const pvm::Outcome out =
        pvm::run(*program.value(), {handler, {}, host.context_.actor, {}}, host, meter, limits);
    std::fflush(stdout);
    if (out.status != ExecutionStatus::ok)
        std::cout << "status " << static_cast<int>(out.status) << " " << out.error << "\n" << out.traceback;
    if (arguments.has("--show-cycles")) std::cerr << cycles - meter.cycles_left << " cycles\n";
    return 0;
}
