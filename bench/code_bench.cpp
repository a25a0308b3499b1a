// Benchmark of loading compiled code that the memory cache has no room for, against compiling it and against
// a plain loop of the cycles that each entry pays.
#include <algorithm>

#include "../tests/support/program_arguments.hpp"
#include "chain/code_cache.hpp"
#include "vm_host.hpp"

using namespace lariat;

namespace {

constexpr std::size_t FULL = 256u << 10;
constexpr int RUNS = 9;
constexpr double TARGET = 20;

/// Source of full length, of a beginning and one thing again and again, '#' in it a number.
std::string filled(std::string head, std::string_view unit, std::string_view tail = "")
{
    for (int i = 0; head.size() + unit.size() + tail.size() + 16 <= FULL; ++i)
        for (const char c : unit) c == '#' ? head += std::to_string(i) : head += c;
    return head.append(tail);
}

std::vector<std::string> sources()
{
    const std::string go = "def go(p): pass\n";
    return {
        filled(go,
               "def f#(self, amount, to=None):\n    \"\"\"Moves an amount.\"\"\"\n    if amount <= 0: raise "
               "ValueError('amount %d' % amount)\n    self.balance[to] = self.balance.get(to, 0) + amount\n"
               "    return [x * 2 for x in range(amount) if x % 3]\n"),
        filled(go, "class a:0\n"),
        filled(go, "class a#:\n def b(c):0\n"),
        filled(go + "x=[", "lambda:0,", "]\n"),
        filled(go + "x=[", "lambda a,b=1,*c,d=2,**e:0,", "]\n"),
        filled(go + "x=[", "a<b<c,", "]\n"),
        filled(go + "x=[", "'a#',", "]\n"),
        filled(go + "x=[", "b'a#',", "]\n"),
        filled(go + "x=[", "1<<6,99999999999999999999#,", "]\n"),
        filled(go + "x=[", "(1,(2,'#',())),", "]\n"),
        filled(go, "a#=1\n"),
        filled(go, "a\n"),
        filled(go, "a.b#\n"),
        filled(go, "try:a\nexcept:b\n"),
        filled(go, "with a:b\n"),
        filled(go, "def f(a:b,c:d='#'):0\n"),
        filled(go + "def f(p):\n", " for x in y:\n  if x:continue\n"),
        filled(go + "x=f'", "{a!r:>{b}}", "'\n"),
        filled(go + "def f():\n", " a#=1\n def g#():a#\n"),
        filled(go, "import json\n"),
        filled(go, "match a:\n case [b,{'c':d},e(f=g)]:0\n"),
        filled(go + "x={", "a:b,", "}\n"),
        filled(go + "f(", "a#=b,", ")\n"),
        filled(go, "@a\ndef f():yield\n"),
        "def go(p): return '" + std::string(FULL - 100, 'a') + "'\n",
        go,
    };
}

/// Nanoseconds that a cycle takes in a plain loop.
double plain_ns_per_cycle()
{
    constexpr u64 CYCLES = 1'000'000;
    const auto program = pvm::compile("def go(p):\n    i = 0\n    while True: i += 1\n", {}).value();
    bench::NoHost host;
    double least = 1e9;
    for (int run = 0; run < 20; ++run) {
        Meter meter{.cycles_left = CYCLES, .cells_left = 0};
        least = std::min(least, 1e9 * bench::cpu_seconds_of([&] {
                                    (void)pvm::run(*program, {"go", {}, {}, {}}, host, meter, {});
                                }));
    }
    return least / CYCLES;
}

struct Nothing final : state::Readable {
    std::optional<Bytes> get(BytesView) const override { return std::nullopt; }
    void for_each(const std::function<void(BytesView, BytesView)>&) const override {}
};

}  // namespace

int main(int argc, char** argv)
{
    const support::ProgramArguments arguments(
        argc, argv, "Measures loading compiled code from its file against compiling it.");
    const Nothing nothing;
    state::Overlay overlay(nothing);
    const chain::World no_sources(overlay, {});
    const double plain = plain_ns_per_cycle();
    bench::Samples worst, loading, compiling, amplified;
    double most = 0, largest = 0;
    const std::vector<std::string> all = sources();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::string& source = all[i];
        chain::CodeCache cache(chain::CodeFiles::in_memory(), 1);  // room for what was used last alone
        Hash32 hash, other;
        hash.bytes.fill(1);
        other.bytes.fill(2);
        const auto accepted = cache.accept(hash, source);
        if (!accepted)
            bench::require(false, "source " + std::to_string(i) + ": " + accepted.error().to_string());
        bench::require(cache.accept(other, "def go(p): pass\n").ok(), "a small source is accepted");
        double least = 1e9;
        for (int run = 0; run < RUNS; ++run) {
            const double us = 1e6 * bench::cpu_seconds_of([&] { (void)cache.program(hash, no_sources); });
            least = std::min(least, us);
            if (i == 0) {
                loading.add(us);
                compiling.add(1e6 *
                              bench::cpu_seconds_of([&] { (void)pvm::compile(source, cache.limits()); }));
            }
            (void)cache.program(other, no_sources);
        }
        const u32 cycles = accepted.value().entry_cycles + 10;
        constexpr double FLOOR_US = 5;  // of any execution
        const double times = std::max(0.0, least - FLOOR_US) * 1e3 / (plain * cycles);
        const u64 image = pvm::compile_image(source, cache.limits()).value().size();
        largest = std::max(largest, static_cast<double>(image) / static_cast<double>(source.size() + 4096));
        if (std::getenv("LARIAT_BENCH_SHOW") != nullptr)
            fmt::print("{:8.1f} us {:8} cycles {:6.1f} times, image {:8} = {:5.1f}: {}\n", least, cycles,
                       times, image, static_cast<double>(image) / static_cast<double>(source.size()),
                       source.substr(source.size() > 300 ? 16 : 0, 40));
        most = std::max(most, times);
    }
    worst.add(most);
    amplified.add(largest);
    bench::report(
        "code_load", loading, {"us", false},
        fmt::format("{} bytes of source whose image is in the file, no room in memory; peer: compiling it",
                    all[0].size()),
        compiling);
    bench::report_within("code_entry", worst, {"x", false},
                         fmt::format("the slowest of {} kinds of source, loaded at each entry, against a "
                                     "plain loop at {:.2f} ns a cycle",
                                     all.size(), plain),
                         TARGET);
    bench::report("code_image", amplified, {"x", false},
                  "bytes of image for a byte of the most contrived of these sources");
}
