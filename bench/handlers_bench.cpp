// Benchmark of eight typical handlers in three Pythons: our metered VM, Debian's CPython 3.11, and Monty
// 1.4.0 with its limits on. They run in turns and must give equal results; the geometric means follow.
#include <cmath>

#include "../tests/support/program_arguments.hpp"
#include "python_peer.hpp"

using namespace lariat;

namespace {

constexpr int REPETITIONS = 9;
constexpr double CPYTHON_TARGET = 0.8, MONTY_TARGET = 1.0 / 3;
const char* const CPYTHON = "/usr/bin/python3";
const std::string FOLDER = LARIAT_BENCH_FOLDER;
const std::string MONTY = FOLDER + "/../build/monty/bin/python";
const bench::Unit MS{"ms", false};

constexpr const char* PROGRAMS[] = {"integer_loop", "dict_counters",   "token_transfer",
                                    "list_sorting", "string_building", "recursive_function",
                                    "class_heavy",  "json_in_and_out"};

/// Geometric means over the programs, one for each round.
class Means {
public:
    void add(int round, double ms) { logs_[static_cast<std::size_t>(round)] += std::log(ms); }
    bench::Samples samples() const
    {
        bench::Samples s;
        for (const double sum : logs_) s.add(std::exp(sum / std::size(PROGRAMS)));
        return s;
    }

private:
    std::array<double, REPETITIONS> logs_{};
};

struct AllMeans {
    Means ours, cpython, monty;
};

void compare(const std::string& name, AllMeans& means)
{
    const std::string path = fmt::format("{}/programs/handlers/{}.py", FOLDER, name);
    const pvm::Limits limits;
    const auto program = bench::compiled(bench::read_program(path), limits);
    bench::PythonPeer cpython(CPYTHON, FOLDER + "/python_peer.py", path);
    bench::PythonPeer monty(MONTY, FOLDER + "/monty_peer.py", path);
    bench::Samples ours, theirs, montys;
    u64 cycles = 0;
    for (int i = 0; i < REPETITIONS; ++i) {
        const bench::Run mine = bench::run_ours(*program, limits);
        const bench::Run peer = cpython.run();
        const bench::Run other = monty.run();
        bench::require(mine.returned == peer.returned && mine.returned == other.returned,
                       name + " returns the same in all three");
        ours.add(mine.ms);
        theirs.add(peer.ms);
        montys.add(other.ms);
        means.ours.add(i, mine.ms);
        means.cpython.add(i, peer.ms);
        means.monty.add(i, other.ms);
        cycles = mine.cycles;
    }
    const std::string work = fmt::format("{} cycles, equal results", cycles);
    bench::report(fmt::format("handlers_{}_cpython", name), ours, MS, work, theirs);
    bench::report(fmt::format("handlers_{}_monty", name), ours, MS, work, montys);
}

}  // namespace

int main(int argc, char** argv)
{
    const support::ProgramArguments arguments(
        argc, argv, "Measures eight Python programs in this VM, CPython and Monty.");
    AllMeans means;
    for (const char* name : PROGRAMS) compare(name, means);
    const std::string work = "the geometric mean over the eight programs";
    bench::report("handlers_mean_cpython", means.ours.samples(), MS, work, means.cpython.samples(),
                  CPYTHON_TARGET);
    bench::report("handlers_mean_monty", means.ours.samples(), MS, work, means.monty.samples(), MONTY_TARGET);
}
