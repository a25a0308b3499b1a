// How benchmarks measure and print.
//
// Lines: `runs NAME median=V best=V worst=V unit=U repetitions=N work=TEXT` gives the spread; `bench NAME
// ours=V peer=V unit=U ratio=V target=V` gives the result, with `-` for a missing value.
//
// Values are medians over the repetitions. The ratio is ours / peer; the unit says whether more or less is
// better. A target is a bound on the ratio, or on the value if a unit follows it. TEXT says which work was
// counted and checked; it has no blanks at its ends.
#pragma once

#include <algorithm>
#include <chrono>
#include <ctime>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "lariat/types.hpp"

namespace lariat::bench {

/// Ends the program: a benchmark that did other work than it says is no benchmark.
inline void require(bool holds, const std::string& what)
{
    if (holds) return;
    fmt::print(stderr, "bench: {} does not hold\n", what);
    std::exit(1);
}

/// Of the processor, not of the clock on the wall: other programs on the machine weigh less on it.
inline double cpu_seconds_of(const std::function<void()>& work)
{
    const auto now = [] {
        timespec t{};
        require(::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t) == 0, "the processor's time can be read");
        return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) / 1e9;
    };
    const double begin = now();
    work();
    return now() - begin;
}

/// Of the clock on the wall: for work that waits for a disk.
inline double wall_seconds_of(const std::function<void()>& work)
{
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Values of one quantity, one for each repetition.
class Samples {
public:
    void add(double value) { values_.push_back(value); }
    std::size_t count() const { return values_.size(); }
    double lowest() const { return sorted().front(); }
    double highest() const { return sorted().back(); }
    double median() const
    {
        const std::vector<double> all = sorted();
        const std::size_t middle = all.size() / 2;
        return all.size() % 2 == 1 ? all[middle] : (all[middle - 1] + all[middle]) / 2;
    }

private:
    std::vector<double> sorted() const
    {
        require(!values_.empty(), "at least one repetition");
        std::vector<double> all = values_;
        std::sort(all.begin(), all.end());
        return all;
    }
    std::vector<double> values_;
};

struct Unit {
    std::string name;
    bool more_is_better = false;
};

/// Four digits that count.
inline std::string shown(double value)
{
    if (value >= 1000) return fmt::format("{:.0f}", value);
    if (value >= 100) return fmt::format("{:.1f}", value);
    return value >= 10 ? fmt::format("{:.2f}", value) : fmt::format("{:.3f}", value);
}

inline void print_runs(const std::string& name, const Samples& samples, const Unit& unit,
                       const std::string& work)
{
    const bool more = unit.more_is_better;
    fmt::print("runs {} median={} best={} worst={} unit={} repetitions={} work={}\n", name,
               shown(samples.median()), shown(more ? samples.highest() : samples.lowest()),
               shown(more ? samples.lowest() : samples.highest()), unit.name, samples.count(), work);
}

inline void report(const std::string& name, const Samples& ours, const Unit& unit, const std::string& work,
                   const std::optional<Samples>& peer = std::nullopt,
                   std::optional<double> target = std::nullopt)
{
    print_runs(name, ours, unit, work);
    if (peer) print_runs(name + ".peer", *peer, unit, "the same");
    fmt::print("bench {} ours={} peer={} unit={} ratio={} target={}\n", name, shown(ours.median()),
               peer ? shown(peer->median()) : "-", unit.name,
               peer ? fmt::format("{:.2f}", ours.median() / peer->median()) : "-",
               target ? fmt::format("{}{:.2f}", unit.more_is_better ? ">=" : "<=", *target) : "-");
    std::fflush(stdout);
}

/// A number whose target is of itself, in its unit, and not of a ratio.
inline void report_within(const std::string& name, const Samples& ours, const Unit& unit,
                          const std::string& work, double most)
{
    print_runs(name, ours, unit, work);
    fmt::print("bench {} ours={} peer=- unit={} ratio=- target=<={:.2f}{}\n", name, shown(ours.median()),
               unit.name, most, unit.name);
    std::fflush(stdout);
}

}  // namespace lariat::bench
