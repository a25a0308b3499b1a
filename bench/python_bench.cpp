// Benchmark of the Python VM: loops of a million steps against Debian's CPython in turns, entering and
// leaving an execution, and compiling.
#include "../tests/support/program_arguments.hpp"
#include "python_peer.hpp"

using namespace lariat;

namespace {

constexpr int REPETITIONS = 7;
const std::string FOLDER = LARIAT_BENCH_FOLDER;

void compare(const std::string& name)
{
    const std::string path = FOLDER + "/programs/" + name + ".py";
    const pvm::Limits limits;
    const auto program = bench::compiled(bench::read_program(path), limits);
    bench::PythonPeer cpython("/usr/bin/python3", FOLDER + "/python_peer.py", path);
    bench::Samples ours, theirs;
    u64 cycles = 0;
    for (int i = 0; i < REPETITIONS; ++i) {
        const bench::Run mine = bench::run_ours(*program, limits);
        const bench::Run peer = cpython.run();
        bench::require(mine.returned == peer.returned, "both return the same");
        ours.add(mine.ms);
        theirs.add(peer.ms);
        cycles = mine.cycles;
    }
    bench::report("python_" + name, ours, {"ms", false},
                  fmt::format("1000000 steps, {} cycles, equal results", cycles), theirs);
}

// A handler that looks at its payload and ends: arena, module body, actor, handler, and out again.
void fresh_execution(const std::string& name, const std::string& source)
{
    constexpr int EXECUTIONS = 20'000;
    constexpr double TARGET_US = 2;
    const pvm::Limits limits;
    const auto program = bench::compiled(source, limits);
    const Bytes payload{1, 2, 3};
    const pvm::Call call{.handler = "run", .payload = payload, .self = {}, .deployer = {}};
    bench::NoHost host;
    bench::Samples us;
    u64 cycles = 0;
    for (int i = 0; i < REPETITIONS; ++i) {
        u64 ended_well = 0;
        us.add(1e6 / EXECUTIONS * bench::cpu_seconds_of([&] {
                   for (int k = 0; k < EXECUTIONS; ++k) {
                       Meter meter{.cycles_left = 1'000'000, .cells_left = 1'000'000};
                       const pvm::Outcome out = pvm::run(*program, call, host, meter, limits);
                       ended_well += out.status == ExecutionStatus::ok && out.returned == payload;
                       cycles = 1'000'000 - meter.cycles_left;
                   }
               }));
        bench::require(ended_well == EXECUTIONS, "every execution returns its payload");
    }
    bench::report_within(name, us, {"us", false},
                         fmt::format("{} executions of {} cycles", EXECUTIONS, cycles), TARGET_US);
}

// The programs of the handlers' benchmark without their empty lines and comments, one after the other, until
// there are a thousand lines; the time is of a thousand.
void compile_lines()
{
    constexpr int LINES = 1'000;
    constexpr double TARGET_MS = 5;
    constexpr const char* PROGRAMS[] = {"integer_loop", "dict_counters",   "token_transfer",
                                        "list_sorting", "string_building", "recursive_function",
                                        "class_heavy",  "json_in_and_out"};
    std::string source;
    int lines = 0;
    for (std::size_t next = 0; lines < LINES; ++next) {
        const std::string text = bench::read_program(
            fmt::format("{}/programs/handlers/{}.py", FOLDER, PROGRAMS[next % std::size(PROGRAMS)]));
        for (std::size_t at = 0, end = 0; at < text.size(); at = end + 1) {
            end = text.find('\n', at);
            const std::string line = text.substr(at, end - at);
            if (line.empty() || line.front() == '#') continue;
            source += line + "\n";
            ++lines;
        }
    }
    const pvm::Limits limits;
    bench::Samples ms;
    for (int i = 0; i < REPETITIONS; ++i) {
        std::shared_ptr<const pvm::Program> program;
        const double seconds = bench::cpu_seconds_of([&] { program = bench::compiled(source, limits); });
        ms.add(1e3 * seconds * LINES / lines);
    }
    bench::report_within("python_compile_1000_lines", ms, {"ms", false},
                         fmt::format("{} lines, {} bytes", lines, source.size()), TARGET_MS);
}

}  // namespace

int main(int argc, char** argv)
{
    const support::ProgramArguments arguments(
        argc, argv, "Measures loops, calls, entering and compiling in this VM, the loops against CPython.");
    for (const char* name : {"while_loop", "arithmetic", "calls", "containers"}) compare(name);
    fresh_execution("python_fresh_function", "def run(payload):\n    return payload\n");
    fresh_execution("python_fresh_actor",
                    "from cowboy_sdk import actor\n\n\n@actor\nclass Echo:\n    def deploy(self):\n        "
                    "self.storage[\"n\"] = 0\n\n    def run(self, payload):\n        return payload\n");
    compile_lines();
}
