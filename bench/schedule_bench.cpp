// Benchmark of scheduling: timers per second through whole blocks, commit included.
#include "../tests/support/program_arguments.hpp"
#include "measure.hpp"
#include "scenario.hpp"

using namespace lariat;

namespace {

constexpr u64 TIMERS = 20'000;  // of one repetition
constexpr int REPETITIONS = 5;
constexpr u64 BACKGROUND = 100'000;
const bench::Unit RATE{"timers/s", true};

/// `apart`: how many heights the timers of a repetition are spread over.
void run(const std::string& name, u64 apart)
{
    bench::Scenario scenario = bench::Scenario::scripted(R"({"handle_timer":[]})");
    scenario.add_background(BACKGROUND);
    bench::Samples samples;
    for (int i = 0; i < REPETITIONS; ++i) {
        std::vector<u64> heights;
        const u64 first = scenario.height() + 100'000;
        for (u64 n = 0; n < TIMERS; ++n) heights.push_back(first + n % apart);
        std::vector<chain::Transaction> txs;
        for (const auto& portion : bench::in_portions(heights)) txs.push_back(scenario.schedule(portion));
        const u64 live = scenario.apply().live;
        u64 live_after = 0;
        const double spent = bench::cpu_seconds_of([&] {
            for (const chain::Transaction& tx : txs) live_after = scenario.apply({tx}).live;
        });
        bench::require(live_after == live + TIMERS, "each call scheduled a timer");
        samples.add(static_cast<double>(TIMERS) / spent);
    }
    bench::report(
        name, samples, RATE,
        fmt::format("{} timers, {} in a block, {} live before", TIMERS, bench::TIMERS_PER_BLOCK, BACKGROUND));
}

}  // namespace

int main(int argc, char** argv)
{
    const support::ProgramArguments arguments(argc, argv, "Measures scheduling timers through whole blocks.");
    run("schedule_one_height", 1);
    run("schedule_many_heights", 5'000);
}
