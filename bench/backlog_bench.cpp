// Benchmark of the backlog (BLK-8): the same fires in a block with few and with many waiting or pending
// timers.
#include "../tests/support/program_arguments.hpp"
#include "library_chain.hpp"

using namespace lariat;

namespace {

constexpr u64 FIRES = 200;  // of one block
constexpr u64 GAS = 1'000;
constexpr u64 BLOCKS = 10;
constexpr int REPETITIONS = 5;
constexpr double TARGET = 1.3;
const bench::Unit TIME{"us/block", false};

bench::LibraryChain chain()
{
    auto store = state::LogStore::open_in_memory();
    bench::require(store.ok(), "a store in memory opens");
    return {std::move(store).value(),
            {{"lane_timer_cycles", u128{FIRES * GAS}},
             {"max_cycles_per_fire", u128{GAS}},
             {"max_timers_per_actor", u128{100'000'000}},
             {"due_intake_per_block", u128{100'000'000}}}};
}

struct Cost {
    bench::Samples end_of_block, whole_block;
};

/// Blocks of FIRES fires each: their end alone, and with commit and root.
void measure(bench::LibraryChain& blocks, Cost& cost)
{
    double end = 0;
    const double whole = bench::cpu_seconds_of([&] {
        for (u64 b = 0; b < BLOCKS; ++b) {
            blocks.begin();
            end += bench::cpu_seconds_of([&] {
                const BlockReport report = blocks.run_due();
                bench::require(report.woken.size() == FIRES && report.work.looks <= FIRES + 8,
                               "a block does what the others do");
            });
            blocks.finish();
        }
    });
    cost.end_of_block.add(end / BLOCKS * 1e6);
    cost.whole_block.add(whole / BLOCKS * 1e6);
}

struct Names {
    std::string end, whole;
};

void compare(const Names& names, bench::LibraryChain& much, bench::LibraryChain& little,
             const std::string& work)
{
    Cost of_much, of_little;
    for (int i = 0; i < REPETITIONS; ++i) {  // in turns
        measure(much, of_much);
        measure(little, of_little);
    }
    bench::report(names.end, of_much.end_of_block, TIME, work + ", end of block", of_little.end_of_block,
                  TARGET);
    bench::report(names.whole, of_much.whole_block, TIME, work + ", with commit and root",
                  of_little.whole_block);
}

/// All due at one height, and taken in: they wait for room.
bench::LibraryChain waiting(u64 timers)
{
    bench::LibraryChain made = chain();
    const u64 due = timers / 512 + 3;
    made.fill(timers, [&](u64) { return due; });
    while (made.height() < due) {
        made.begin();
        made.run_due();
        made.finish();
    }
    return made;
}

/// FIRES at each of the coming heights, and far away as many as `timers` says.
bench::LibraryChain pending(u64 timers)
{
    constexpr u64 FAR = 10'000'000, HEIGHTS = 2'000'000;
    constexpr u64 MEASURED = BLOCKS * REPETITIONS;
    bench::LibraryChain made = chain();
    u64 random = 42;
    made.fill(timers, [&](u64) {
        random = random * 6364136223846793005 + 1442695040888963407;
        return FAR + (random >> 33) % HEIGHTS;
    });
    const u64 first = made.height() + MEASURED * FIRES / 512 + 3;
    made.fill(MEASURED * FIRES, [&](u64 number) { return first + number / FIRES; });
    while (made.height() + 1 < first) {
        made.begin();
        made.run_due();
        made.finish();
    }
    return made;
}

}  // namespace

int main(int argc, char** argv)
{
    const support::ProgramArguments arguments(
        argc, argv, "Measures a block of 200 fires with a million timers waiting or pending.", {},
        {{"--full", "ten million pending timers instead of one million"}});
    const bool full = arguments.has("--full");
    {
        bench::LibraryChain much = waiting(1'000'000 + BLOCKS * REPETITIONS * FIRES);
        bench::LibraryChain little = waiting(10'000 + BLOCKS * REPETITIONS * FIRES);
        compare({"backlog_waiting_1m_end", "backlog_waiting_1m_whole"}, much, little,
                "1,000,000 more waiting against 10,000");
    }
    {
        const u64 many = full ? 10'000'000 : 1'000'000;
        bench::LibraryChain much = pending(many);
        bench::LibraryChain little = pending(10'000);
        const Names names = full ? Names{"backlog_pending_10m_end", "backlog_pending_10m_whole"}
                                 : Names{"backlog_pending_1m_end", "backlog_pending_1m_whole"};
        compare(names, much, little, std::to_string(many) + " pending against 10000");
    }
}
