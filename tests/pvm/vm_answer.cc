// Runs Python programs in the VM one after the other, for tests/pvm/generated_oracle.py and corpus_oracle.py.
// A program comes from standard input as its length on a line and that many bytes. The answer has the same
// form: its events, and how it ended unless well.
#include <cstdio>
#include <iostream>

#include "../support/program_arguments.hpp"
#include "vm_fake_host.hpp"

namespace {

using namespace lariat;

constexpr u64 CYCLES = 200'000'000;
constexpr u64 ARENA_BYTES = u64{512} << 20;
// Two classes of its own: so the module is one of bare functions whatever it defines.
constexpr std::string_view TAIL =
    "\ndef pvm_answer_nothing(payload):\n    pass\nclass PvmAnswerA:\n    pass\nclass PvmAnswerB:\n    "
    "pass\n";

std::string answer(const std::string& source)
{
    pvm::Limits limits;
    limits.arena_bytes = ARENA_BYTES;
    limits.source_bytes = u32{2} << 20;
    const auto program = pvm::compile(source, limits);
    if (!program) return "REFUSED " + program.error().to_string() + "\n";
    pvm::FakeHost host;
    Meter meter{CYCLES, CYCLES};
    host.meter = &meter;
    const pvm::Outcome out = pvm::run(
        *program.value(), {"pvm_answer_nothing", {}, host.context_.actor, {}, true}, host, meter, limits);
    std::string said;
    for (const auto& [topic, data] : host.events) {
        said.append(data.begin(), data.end());
        said += '\n';
    }
    if (out.status != ExecutionStatus::ok) {
        said += "ENDED " + std::to_string(static_cast<int>(out.status)) + " " + out.error + "\n";
        said += out.traceback;
    }
    return said;
}

}  // namespace

int main(int argc, char** argv)
{
    const lariat::support::ProgramArguments arguments(
        argc, argv,
        "Runs the programs that standard input gives, each as its length on a line and that many bytes, and\n"
        "answers each in the same form with its events and how it ended.");
    std::ios::sync_with_stdio(false);
    std::string line;
    while (std::getline(std::cin, line)) {
        std::string source(std::stoull(line), '\0');
        if (!std::cin.read(source.data(), static_cast<std::streamsize>(source.size()))) return 1;
        const std::string said = answer(source.append(TAIL));
        std::cout << said.size() << "\n" << said << std::flush;
    }
    return 0;
}
