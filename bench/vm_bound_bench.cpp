// Benchmark of the VM's bound on time: every operation of the fuzzer on every value, and every case of
// fuzz/cases, as a multiple of the time that its cycles take in a plain loop. With a file name as argument,
// the slowest programs are written to that file.
#include <algorithm>
#include <fstream>
#include <vector>

#include "../fuzz/cases/whole_programs.hpp"
#include "../fuzz/vm_bound.hpp"
#include "../fuzz/vm_cases.hpp"
#include "../fuzz/vm_program.hpp"
#include "../tests/support/program_arguments.hpp"
#include "measure.hpp"

using namespace lariat;

namespace {

constexpr double TARGET = 20;
constexpr u64 CYCLES = 20'000;
constexpr double FLOOR_NS = 20'000;  // entering, module body
constexpr int RUNS = 5;

struct Slow {
    double times;
    std::string source;
};

// a: each value; b and c: those that stand some places behind it, another distance for each round.
std::vector<std::uint8_t> choice(std::size_t operation, std::size_t a, std::size_t round)
{
    constexpr std::size_t VALUES = fuzz::VALUES.size();
    const auto value = [](std::size_t n) { return static_cast<std::uint8_t>(n % VALUES); };
    return {value(a),
            value(a + round * 5),
            value(a + round * 11 + 3),
            3,
            0,
            static_cast<std::uint8_t>(operation)};
}

double times_of(const pvm::Program& program, double plain, int runs)
{
    const fuzz::Measured m = fuzz::least(program, CYCLES, runs);
    return std::max(0.0, fuzz::ns_of_cycles(m, plain) - FLOOR_NS) / (plain * static_cast<double>(m.cycles));
}

// Of one case: what turns of its loop add. Entering, imports and what the case needs are in both measures.
double times_of(const fuzz::Case& c, double plain, int runs)
{
    constexpr u64 PLENTY = 10'000'000, TURNS = 1'000'000'000;
    const std::string name = std::string(c.before) + " / " + c.repeated;
    const auto idle = pvm::compile(fuzz::program_of(c, 0), {});
    const auto busy = pvm::compile(fuzz::program_of(c, TURNS), {});
    bench::require(idle.ok() && busy.ok(), "a case compiles: " + name);
    const fuzz::Measured before = fuzz::least(*idle.value(), PLENTY, runs);
    bench::require(before.out.status == ExecutionStatus::ok, "a case has what it needs: " + name);
    // Who cannot pay for an operation has it not begun: enough for two at least.
    u64 limit = CYCLES;
    fuzz::Measured both = fuzz::least(*busy.value(), before.cycles + limit, runs);
    while (both.out.status == ExecutionStatus::out_of_cycles && both.cycles - before.cycles < limit / 2) {
        limit *= 4;
        both = fuzz::least(*busy.value(), before.cycles + limit, runs);
    }
    bench::require(both.out.status != ExecutionStatus::ok && both.out.status != ExecutionStatus::revert,
                   "a case goes on until something is used up: " + name);
    fuzz::Measured turns = both;
    turns.ns -= before.ns;
    turns.cycles -= before.cycles;
    turns.cells -= before.cells;
    return fuzz::ns_of_cycles(turns, plain) / (plain * static_cast<double>(turns.cycles));
}

struct Found {
    std::vector<Slow> slow;
    std::size_t programs = 0;

    /// What seems slow is measured again: the least counts, against the least that the plain loop ever took,
    /// since what disturbs either only ever adds.
    template <class Times>
    void look_at(double& plain, Times times, const std::string& source)
    {
        constexpr int AGAIN = 8;
        ++programs;
        double least = times(plain, 1);
        for (int again = 0; again < AGAIN && least > TARGET / 2; ++again) {
            plain = std::min(plain, fuzz::plain_ns_per_cycle(RUNS));
            least = std::min(least, times(plain, RUNS));
        }
        if (least > TARGET / 4) slow.push_back({least, source});
    }
};

// What the host is handed costs cells, a byte each, beside the cycles.
bool in_cells_too(std::string_view operation)
{
    for (const std::string_view call :
         {"set_state", "emit_event", "send_message", "schedule_", "set_timeout"})
        if (operation.find(call) != std::string_view::npos) return true;
    return false;
}

// From entering to leaving, with whichever limit is worst.
double times_of(const fuzz::Whole& whole, const pvm::Program& program, double plain, int runs)
{
    double worst = 0;
    for (u64 limit = whole.least; limit <= whole.most; limit += whole.step) {
        const fuzz::Measured m = fuzz::least(program, limit, runs);
        worst = std::max(worst, (m.ns - FLOOR_NS) / (plain * static_cast<double>(m.cycles)));
    }
    return worst;
}

void report(const std::string& name, Found& found, double plain, const std::string& of_what)
{
    std::sort(found.slow.begin(), found.slow.end(),
              [](const Slow& x, const Slow& y) { return x.times > y.times; });
    bench::Samples worst;
    worst.add(found.slow.empty() ? TARGET / 4 : found.slow.front().times);
    const std::string work =
        fmt::format("the slowest of {} programs, {}, against a plain loop at {:.2f} ns a cycle",
                    found.programs, of_what, plain);
    bench::report_within(name, worst, {"x", false}, work, TARGET);
}

}  // namespace

int main(int argc, char** argv)
{
    const support::ProgramArguments arguments(
        argc, argv, "Measures the slowest operations of the VM against a plain loop of as many cycles.",
        {{.name = "FILE",
          .meaning = "write the slowest programs there; it must not exist yet",
          .otherwise = ""}});
    if (arguments.given(0) && std::filesystem::exists(arguments.word(0)))
        arguments.refuse(arguments.word(0) + " exists already");
    constexpr std::size_t ROUNDS = 4, SHOWN = 60;
    double plain = fuzz::plain_ns_per_cycle(20);
    Found usual, written, in_cells, whole;
    for (std::size_t op = 0; op < fuzz::OPERATIONS.size(); ++op)
        for (std::size_t a = 0; a < fuzz::VALUES.size(); ++a)
            for (std::size_t round = 0; round < ROUNDS; ++round) {
                const std::string source = fuzz::program_of(choice(op, a, round));
                const auto program = pvm::compile(source, {});
                bench::require(program.ok(), "a program of the fuzzer compiles");
                const std::string_view operation = fuzz::OPERATIONS[op];
                Found& found = in_cells_too(operation) ? in_cells : usual;
                found.look_at(
                    plain, [&](double p, int runs) { return times_of(*program.value(), p, runs); },
                    source.substr(source.find("def go")));
            }
    const auto measure = [&](const fuzz::Case& c, Found& found) {
        found.look_at(
            plain, [&](double p, int runs) { return times_of(c, p, runs); }, fuzz::program_of(c, 1'000'000));
    };
    for (const auto& subject : fuzz::CASES)
        for (const fuzz::Case& c : subject) measure(c, written);
    for (const fuzz::Case& c : fuzz::CASES_IN_CELLS) measure(c, in_cells);
    for (const fuzz::Whole& w : fuzz::WHOLE_PROGRAMS) {
        const auto program = pvm::compile(w.source, {});
        bench::require(program.ok(), "a whole program compiles");
        whole.look_at(
            plain, [&](double p, int runs) { return times_of(w, *program.value(), p, runs); }, w.source);
    }
    report("python_bound", usual, plain, "of each operation of the fuzzer on each value");
    report("python_bound_cases", written, plain, "each doing at length what a writer thought hard");
    report("python_bound_cells", in_cells, plain,
           "each handing the host much that is paid for in cells, a cycle's time for each cell taken off");
    report("python_bound_whole", whole, plain,
           "from entering to leaving, each filling the memory first or ended deep within its calls");
    if (arguments.given(0)) {
        std::ofstream file(arguments.word(0));
        for (const Found* found : {&usual, &written, &in_cells, &whole})
            for (std::size_t i = 0; i < std::min(SHOWN, found->slow.size()); ++i)
                file << "# " << found->slow[i].times << " times\n" << found->slow[i].source << "\n";
    }
}
