// Runs the module of a Python file under the VM and prints the events it emits: one line each, their data.
// For vm_oracle.py and by hand: pvm_run FILE [cycles]. With --call HANDLER a handler instead of the body
// alone.
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>

#include "vm_fake_host.hpp"

int main(int argc, char** argv)
{
    using namespace lariat;
    if (argc < 2) return 2;
    std::ifstream file(argv[1], std::ios::binary);
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
    const u64 cycles = argc > 2 ? std::stoull(argv[2]) : 100'000'000;
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
    if (out.status != pvm::ExitStatus::ok)
        std::cout << "status " << static_cast<int>(out.status) << " " << out.error << "\n" << out.traceback;
    if (argc > 3) std::cerr << cycles - meter.cycles_left << " cycles\n";
    return 0;
}
