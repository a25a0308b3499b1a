// Benchmark of fires per second in blocks of 512, for several handlers.
#include "../tests/support/program_arguments.hpp"
#include "measure.hpp"
#include "scenario.hpp"

using namespace lariat;

namespace {

constexpr u64 FIRES = 512;  // of one block
constexpr u64 BLOCKS = 20;  // of one repetition
constexpr int REPETITIONS = 5;
constexpr u64 BACKGROUND = 100'000;
const bench::Unit RATE{"fires/s", true};

void check(const chain::BlockResult& result)
{
    bench::require(result.fired.size() == FIRES, "a block fires 512 timers");
    for (const lane::Fired& f : result.fired)
        bench::require(f.status == ExecutionStatus::ok,
                       "each fire is ok, not " + std::string(status_name(f.status)) + f.error);
}

void run(const std::string& name, bench::Scenario scenario, bool schedules_itself)
{
    scenario.add_background(BACKGROUND);
    const u64 blocks = schedules_itself ? 1 : BLOCKS * REPETITIONS;
    const u64 first = scenario.height() + FIRES * blocks / bench::TIMERS_PER_BLOCK + 3;
    scenario.fill_heights(first, blocks, FIRES);
    while (scenario.height() + 1 < first) scenario.apply();

    bench::Samples samples;
    for (int i = 0; i < REPETITIONS; ++i) {
        std::vector<chain::BlockResult> results;
        const double spent = bench::cpu_seconds_of([&] {
            for (u64 b = 0; b < BLOCKS; ++b) results.push_back(scenario.apply());
        });
        for (const chain::BlockResult& result : results) check(result);
        samples.add(static_cast<double>(FIRES * BLOCKS) / spent);
    }
    bench::report(name, samples, RATE,
                  fmt::format("{} blocks of {} fires, {} more timers live", BLOCKS, FIRES, BACKGROUND));
}

}  // namespace

int main(int argc, char** argv)
{
    const support::ProgramArguments arguments(argc, argv, "Measures fires per second in blocks of 512.");
    run("fire_scripted_empty", bench::Scenario::scripted(R"({"handle_timer":[]})"), false);
    run("fire_python_empty", bench::Scenario::python("def handle_timer(payload):\n    return None\n"), false);
    run("fire_scripted_heartbeat",
        bench::Scenario::scripted(R"({"handle_timer":[{"schedule":{"height":"+1","payload":"beat"}}]})"),
        true);
    run("fire_python_heartbeat",
        bench::Scenario::python("from pvm_host import block_height, schedule_timer\n\n\n"
                                "def handle_timer(payload):\n"
                                "    schedule_timer(block_height() + 1, b\"beat\")\n"),
        true);
}
