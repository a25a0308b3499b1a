// Benchmark of the calendar alone (P1), near and far, against a vector of handles for each height and
// against a std::map of such vectors.
//
// Each structure holds 8-byte handles in insertion order within a height, removes a cancelled one by its
// place, and hands out the remaining ones height by height. The drain goes block by block; ours includes the
// epoch maintenance of each block.
//
// The vectors know their horizon in advance, keep no loads, and leave a hole where a timer was cancelled.
#include <map>

#include "../tests/support/program_arguments.hpp"
#include "calendar_of_handles.hpp"
#include "measure.hpp"
#include "timer_work.hpp"

using namespace lariat;

namespace {

constexpr u64 NEAR = 3'600, FAR = 2'592'000;
constexpr double INSERT_TARGET = 1.5, DRAIN_TARGET = 3;  ///< of the vectors' (P1)
const bench::Unit COST{"ns/timer"};

using Handles = std::vector<u64>;

u32 push(Handles& handles, u64 handle)
{
    handles.push_back(handle);
    return static_cast<u32>(handles.size() - 1);
}

class VectorOfEach {
public:
    explicit VectorOfEach(u64 horizon) : heights_(horizon + 1) {}
    u32 insert(u64 height, u64 handle) { return push(heights_[height], handle); }
    void cancel(u64 height, u64, u32 place) { heights_[height][place] = 0; }
    template <class Visit>
    void drain(u64 height, const Visit& visit)
    {
        for (const u64 handle : heights_[height])
            if (handle != 0) visit(handle);
        Handles().swap(heights_[height]);
    }

private:
    std::vector<Handles> heights_;
};

class MapOfVectors {
public:
    explicit MapOfVectors(u64) {}
    u32 insert(u64 height, u64 handle) { return push(heights_[height], handle); }
    void cancel(u64 height, u64, u32 place) { heights_.find(height)->second[place] = 0; }
    template <class Visit>
    void drain(u64 height, const Visit& visit)
    {
        while (!heights_.empty() && heights_.begin()->first <= height) {
            for (const u64 handle : heights_.begin()->second)
                if (handle != 0) visit(handle);
            heights_.erase(heights_.begin());
        }
    }

private:
    std::map<u64, Handles> heights_;
};

struct Costs {
    bench::Samples insert, cancel, drain;
};

template <class Contestant>
void measure(const bench::TimerWork& work, Costs& costs)
{
    Contestant contestant(work.horizon);
    std::vector<u32> places(work.heights.size());
    const auto add = [](bench::Samples& to, double seconds, std::size_t timers) {
        to.add(seconds * 1e9 / static_cast<double>(timers));
    };
    add(costs.insert, bench::cpu_seconds_of([&] {
            for (std::size_t i = 0; i < places.size(); ++i)
                places[i] = contestant.insert(work.heights[i], i + 1);
        }),
        places.size());
    add(costs.cancel, bench::cpu_seconds_of([&] {
            for (const u32 i : work.cancelled) contestant.cancel(work.heights[i], i + 1, places[i]);
        }),
        work.cancelled.size());
    u64 sum = 0, count = 0;
    const double drained = bench::cpu_seconds_of([&] {
        for (u64 height = 1; height <= work.horizon; ++height)
            contestant.drain(height, [&](u64 handle) {
                sum += handle;
                ++count;
            });
    });
    bench::require(count == work.left() && sum == work.left_sum, "drain gives what was not cancelled");
    add(costs.drain, drained, count);
}

void run(const std::string& name, u64 timers, u64 horizon, u64 repetitions)
{
    const bench::TimerWork work(timers, horizon, timers ^ horizon);
    Costs ours, vectors, map;
    for (u64 i = 0; i < repetitions; ++i) {
        measure<bench::CalendarOfHandles>(work, ours);
        measure<VectorOfEach>(work, vectors);
        measure<MapOfVectors>(work, map);
    }
    const std::string what = fmt::format(
        "{} timers over {} heights in random order, a tenth cancelled; the handles that come "
        "out are counted and summed; peer: ",
        timers, horizon);
    const auto compare = [&](const char* peer, const char* of_what, const Costs& theirs,
                             std::optional<double> insert, std::optional<double> drain) {
        const std::string as = what + of_what;
        bench::report(fmt::format("calendar_{}_insert_{}", name, peer), ours.insert, COST, as, theirs.insert,
                      insert);
        bench::report(fmt::format("calendar_{}_cancel_{}", name, peer), ours.cancel, COST, as, theirs.cancel);
        bench::report(fmt::format("calendar_{}_drain_{}", name, peer), ours.drain, COST, as, theirs.drain,
                      drain);
    };
    compare("vector", "vector for each height", vectors, INSERT_TARGET, DRAIN_TARGET);
    compare("map", "map from height to vector", map, std::nullopt, std::nullopt);
}

}  // namespace

int main(int argc, char** argv)
{
    const support::ProgramArguments arguments(
        argc, argv, "Measures the calendar alone against a vector for each height and against a map.",
        {{.name = "TIMERS", .meaning = "timers to insert", .otherwise = "10000000", .number = true},
         {.name = "REPETITIONS", .meaning = "repetitions of each part", .otherwise = "3", .number = true}});
    const u64 timers = arguments.number(0);
    const u64 repetitions = arguments.number(1);
    run("near", timers, NEAR, repetitions);
    run("far", timers, FAR, repetitions);
}
