// The bound that the fuzzer holds the VM to, in this build: every operation of its programs on every value,
// how many times what its cycles take in a plain loop. With the name of a file as argument the worst go
// there, as programs.
#include <algorithm>
#include <fstream>

#include "../fuzz/vm_bound.hpp"
#include "../fuzz/vm_program.hpp"
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
    return std::max(0.0, m.ns - FLOOR_NS) / (plain * static_cast<double>(m.cycles));
}

}  // namespace

int main(int argc, char** argv)
{
    constexpr std::size_t ROUNDS = 4, SHOWN = 40;
    const double plain = fuzz::plain_ns_per_cycle(20);
    std::vector<Slow> slow;
    std::size_t programs = 0;
    for (std::size_t op = 0; op < fuzz::OPERATIONS.size(); ++op)
        for (std::size_t a = 0; a < fuzz::VALUES.size(); ++a)
            for (std::size_t round = 0; round < ROUNDS; ++round) {
                const std::string source = fuzz::program_of(choice(op, a, round));
                const auto program = pvm::compile(source, {});
                bench::require(program.ok(), "a program of the fuzzer compiles");
                ++programs;
                double times = times_of(*program.value(), plain, 1);
                if (times > TARGET / 2) times = times_of(*program.value(), plain, RUNS);
                if (times > TARGET / 4) slow.push_back({times, source});
            }
    std::sort(slow.begin(), slow.end(), [](const Slow& x, const Slow& y) { return x.times > y.times; });
    if (argc > 1) {
        std::ofstream file(argv[1]);
        for (std::size_t i = 0; i < std::min(SHOWN, slow.size()); ++i)
            file << "# " << slow[i].times << " times\n"
                 << slow[i].source.substr(slow[i].source.find("def go")) << "\n";
    }
    bench::Samples worst;
    worst.add(slow.empty() ? TARGET / 4 : slow.front().times);
    bench::report_within(
        "python_bound", worst, {"x", false},
        fmt::format("the slowest of {} programs, of each operation of the fuzzer on each value, against "
                    "a plain loop at {:.2f} ns a cycle",
                    programs, plain),
        TARGET);
}
