// The calendar alone, at the work that bench/peers/timers gives to timing wheels in Rust.
//
//     peer_calendar TIMERS HEIGHTS SEED
//
// prints `ok insert=S cancel=S drain=S timers=N sum=N`, in seconds of the processor; `sum` is over the timers
// that came out, numbered from 1 on.
#include "calendar_of_handles.hpp"
#include "measure.hpp"
#include "timer_work.hpp"

using namespace lariat;

int main(int argc, char** argv)
{
    bench::require(argc == 4, "usage: peer_calendar TIMERS HEIGHTS SEED:");
    const bench::TimerWork work(std::stoull(argv[1]), std::stoull(argv[2]), std::stoull(argv[3]));
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
