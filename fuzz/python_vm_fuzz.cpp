// Fuzz target: arbitrary bytes make a program of values and operations, or are source if they begin with a
// line feed. The program ends within its meter, repeats exactly, and takes no longer than its cycles allow.
#include <cstdio>
#include <cstdlib>

#include "vm_bound.hpp"
#include "vm_program.hpp"

namespace {

using namespace lariat;

constexpr u64 CYCLES = 300'000;
constexpr int RUNS = 5, TURNS = 4;  // of one that seems too slow, before it is
// Times what the cycles take in a plain loop of the same build. Sanitizers slow down memory much more than
// the plain loop: there only work that is not paid for shows. The build of the preset `fuzz-O3`, which has
// none, holds every input to the bound itself.
#if __has_feature(address_sanitizer)
constexpr double TIMES = 400;
constexpr double FLOOR_NS = 2e6;  // entering, and what a clock cannot tell
#else
constexpr double TIMES = 20;
constexpr double FLOOR_NS = 2e5;
#endif

bool within(const fuzz::Measured& m, double plain)
{
    return fuzz::ns_of_cycles(m, plain) <= FLOOR_NS + TIMES * plain * static_cast<double>(m.cycles);
}

void hold_to_the_bound(const pvm::Program& program, const fuzz::Measured& first, const std::string& source)
{
    static const double PLAIN = fuzz::plain_ns_per_cycle(RUNS);
    if (within(first, PLAIN)) return;
    // A machine that is busy for a moment slows down one measure, not several with the plain loop between
    // them.
    fuzz::Measured again;
    double plain = PLAIN;
    for (int turn = 0; turn < TURNS; ++turn) {
        again = fuzz::least(program, CYCLES, RUNS);
        plain = std::max(PLAIN, fuzz::plain_ns_per_cycle(RUNS));
        if (within(again, plain)) return;
    }
    std::fprintf(
        stderr, "%llu cycles and %llu cells in %.0f ns: %.1f times what they take in a plain loop\n%s\n",
        static_cast<unsigned long long>(again.cycles), static_cast<unsigned long long>(again.cells), again.ns,
        fuzz::ns_of_cycles(again, plain) / (plain * static_cast<double>(again.cycles)), source.c_str());
    std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const bool text = size > 0 && data[0] == '\n';
    const std::string source =
        text ? std::string(reinterpret_cast<const char*>(data), size) : fuzz::program_of({data, size});
    const auto program = pvm::compile(source, {});
    LARIAT_ASSERT(text || program.ok());
    if (!program || !pvm::defines_handler(*program.value(), "go")) return 0;
    const fuzz::Measured first = fuzz::measure(*program.value(), CYCLES);
    const fuzz::Measured second = fuzz::measure(*program.value(), CYCLES);
    LARIAT_ASSERT(first.cycles <= CYCLES && first.cycles == second.cycles && first.cells == second.cells);
    LARIAT_ASSERT(first.out.status == second.out.status && first.out.returned == second.out.returned);
    hold_to_the_bound(*program.value(), first.ns < second.ns ? first : second, source);
    return 0;
}
