// Benchmark of whole blocks per second: empty blocks, and blocks that fire 1, 64 and 512 timers.
#include "../tests/support/program_arguments.hpp"
#include "measure.hpp"
#include "scenario.hpp"

using namespace lariat;

namespace {

constexpr int REPETITIONS = 5;
constexpr u64 BACKGROUND = 100'000;
const bench::Unit RATE{"blocks/s", true};

void run(const std::string& name, u64 fires, u64 blocks)
{
    bench::Scenario scenario = bench::Scenario::scripted(R"({"handle_timer":[]})");
    scenario.add_background(BACKGROUND);
    if (fires > 0) {
        const u64 first = scenario.height() + fires * blocks * REPETITIONS / bench::TIMERS_PER_BLOCK + 3;
        scenario.fill_heights(first, blocks * REPETITIONS, fires);
        while (scenario.height() + 1 < first) scenario.apply();
    }
    bench::Samples samples;
    for (int i = 0; i < REPETITIONS; ++i) {
        u64 fired = 0;
        const double spent = bench::cpu_seconds_of([&] {
            for (u64 b = 0; b < blocks; ++b) fired += scenario.apply().fired.size();
        });
        bench::require(fired == fires * blocks, "every timer fired in its block");
        samples.add(static_cast<double>(blocks) / spent);
    }
    bench::report(name, samples, RATE,
                  fmt::format("{} blocks of {} fires, {} more timers live", blocks, fires, BACKGROUND));
}

}  // namespace

int main(int argc, char** argv)
{
    const support::ProgramArguments arguments(argc, argv, "Measures whole blocks of 0, 1, 64 and 512 fires.");
    run("block_empty", 0, 5'000);
    run("block_1_fire", 1, 2'000);
    run("block_64_fires", 64, 200);
    run("block_512_fires", 512, 25);
}
