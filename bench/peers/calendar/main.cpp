// Benchmark of the calendar alone, at the work that bench/peers/timers gives to timing wheels in Rust.
//
// prints `ok insert=S cancel=S drain=S timers=N sum=N`, in seconds of the processor; `sum` is over the timers
// that came out, numbered from 1 on.
#include "../../../tests/support/program_arguments.hpp"
#include "calendar_of_handles.hpp"
#include "measure.hpp"
#include "timer_work.hpp"

using namespace lariat;

int main(int argc, char** argv)
{
    const support::ProgramArguments arguments(
        argc, argv, "Measures the calendar alone at the work that the timing wheels in Rust get.",
        {{.name = "TIMERS", .meaning = "timers to insert", .number = true},
         {.name = "HEIGHTS", .meaning = "heights that they are for", .number = true},
         {.name = "SEED", .meaning = "of the random order", .number = true}});
    const bench::TimerWork work(arguments.number(0), arguments.number(1), arguments.number(2));
    bench::CalendarOfHandles calendar(work.horizon);
    std::vector<u32> places(work.heights.size());
    const double inserted = bench::cpu_seconds_of([&] {
        for (std::size_t i = 0; i < places.size(); ++i) places[i] = calendar.insert(work.heights[i], i + 1);
    });
    const double cancelled = bench::cpu_seconds_of([&] {
        for (const u32 i : work.cancelled) calendar.cancel(work.heights[i], i + 1, places[i]);
    });
    u64 timers = 0, sum = 0;
    const double drained = bench::cpu_seconds_of([&] {
        for (u64 height = 1; height <= work.horizon; ++height)
            calendar.drain(height, [&](u64 handle) {
                sum += handle;
                ++timers;
            });
    });
    bench::require(timers == work.left() && sum == work.left_sum, "drain gives what was not cancelled");
    fmt::print("ok insert={} cancel={} drain={} timers={} sum={}\n", inserted, cancelled, drained, timers,
               sum);
}
