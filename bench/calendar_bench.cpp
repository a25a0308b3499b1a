// P1: the calendar alone, near and far, against a plain vector of handles for each height and a std::map of
// them.
//
// Each holds 8-byte handles in insertion order within a height, gives a place back that a cancel names, and
// at drain gives every handle that is left, height by height. Ours are the tiers of the chain's calendar
// with, at each height, what the chain keeps there (the load) and, in memory, a list of chunks as the state
// has it: here of seven handles, which is one cache line. Drain goes block by block, with the epoch
// maintenance of each.
//
// The vectors know their horizon in advance, know nothing of loads, and leave a hole where one was cancelled.
//
// usage: bench_calendar [TIMERS [REPETITIONS]]
#include <bit>
#include <map>
#include <memory>
#include <random>

#include "measure.hpp"
#include "timers/calendar/load.hpp"
#include "timers/calendar/tiers.hpp"

using namespace lariat;
using timers::Load;
using timers::PackedLoad;

namespace {

constexpr u64 NEAR = 3'600, FAR = 2'592'000;
constexpr double INSERT_TARGET = 1.5, DRAIN_TARGET = 3;  ///< of the vectors' (P1)
const bench::Unit COST{"ns/timer"};

struct Work {
    u64 horizon;
    std::vector<u32> heights;    ///< of each timer, in the order of scheduling
    std::vector<u32> cancelled;  ///< every tenth timer, in random order
    u64 left_sum = 0;            ///< of the handles that are left
};

/// A handle is the timer's number plus one.
Work work_of(u64 timers, u64 horizon)
{
    std::mt19937_64 random(timers ^ horizon);
    Work work{horizon, {}, {}, 0};
    for (u64 i = 0; i < timers; ++i) {
        work.heights.push_back(static_cast<u32>(1 + random() % horizon));
        work.left_sum += i + 1;
        if (i % 10 == 3) work.cancelled.push_back(static_cast<u32>(i));
    }
    std::shuffle(work.cancelled.begin(), work.cancelled.end(), random);
    for (const u32 i : work.cancelled) work.left_sum -= i + 1;
    return work;
}

/// Places for handles, in chunks of 4 to 128 words: the first says which chunk is next and how long this one
/// is.
class Places {
public:
    static constexpr u32 NONE = 0;

    u64& operator[](u32 place) { return blocks_[place / BLOCK][place % BLOCK]; }
    u32 next_of(u32 chunk) { return static_cast<u32>((*this)[chunk] >> 32); }
    u32 end_of(u32 chunk) { return chunk + static_cast<u32>((*this)[chunk]); }
    void set_next(u32 chunk, u32 next) { (*this)[chunk] = u64{next} << 32 | ((*this)[chunk] & UINT32_MAX); }

    /// Twice as long as the one before, up to 128 words.
    u32 take(u32 before)
    {
        const u32 words = before == NONE ? LEAST : std::min(2 * (end_of(before) - before), MOST);
        u32& free = free_[std::countr_zero(words)];
        u32 chunk = free;
        if (chunk != NONE) {
            free = next_of(chunk);
        } else {
            if (used_ % BLOCK + words > BLOCK) used_ += BLOCK - used_ % BLOCK;
            if (used_ / BLOCK == blocks_.size())
                blocks_.push_back(std::make_unique_for_overwrite<u64[]>(BLOCK));
            chunk = used_;
            used_ += words;
        }
        (*this)[chunk] = words;
        if (before != NONE) set_next(before, chunk);
        return chunk;
    }
    void give_back(u32 chunk)
    {
        u32& free = free_[std::countr_zero(end_of(chunk) - chunk)];
        set_next(chunk, free);
        free = chunk;
    }

private:
    static constexpr u32 BLOCK = 1 << 20, LEAST = 4, MOST = 128;
    std::vector<std::unique_ptr<u64[]>> blocks_;
    u32 used_ = LEAST;  // place 0 is none
    u32 free_[8] = {};
};

class Ours {
public:
    explicit Ours(u64) {}

    u32 insert(u64 height, u64 handle)
    {
        AtHeight& at = tiers_.find_or_add(height);
        Load load = at.load.load();
        load.add(GAS);
        at.load = PackedLoad::of(load);
        if (at.next == at.end) {
            const u32 chunk = places_.take(at.last);
            if (at.first == Places::NONE) at.first = chunk;
            at.last = chunk;
            at.next = chunk + 1;
            at.end = places_.end_of(chunk);
        }
        places_[at.next] = handle;
        return at.next++;
    }
    void cancel(u64 height, u64, u32 place)
    {
        AtHeight& at = *tiers_.find(height);
        Load load = at.load.load();
        load.take(GAS);
        at.load = PackedLoad::of(load);
        places_[place] = 0;
        if (load != Load{}) return;
        for (u32 chunk = at.first; chunk != Places::NONE;) chunk = leave(chunk);
        tiers_.erase(height);
    }
    template <class Visit>
    void drain(u64 height, const Visit& visit)
    {
        tiers_.advance(height, 65'536);
        fetch(height + AHEAD);
        for (auto due = tiers_.first_from(0); due && *due <= height; due = tiers_.first_from(0)) {
            const AtHeight at = *tiers_.find(*due);
            for (u32 chunk = at.first; chunk != Places::NONE;) {
                const u32 end = chunk == at.last ? at.next : places_.end_of(chunk);
                if (chunk != at.last) __builtin_prefetch(&places_[places_.next_of(chunk)]);
                const u64* handles = &places_[chunk];
                for (u32 n = 1; n < end - chunk; ++n)
                    if (handles[n] != 0) visit(handles[n]);
                chunk = leave(chunk);
            }
            tiers_.erase(*due);
        }
    }

private:
    static constexpr u64 GAS = 20'000;
    static constexpr u64 AHEAD = 8;  ///< so many blocks later a list is needed whose reading begins here
    struct AtHeight {
        PackedLoad load;
        u32 first = Places::NONE, last = Places::NONE;  ///< chunks
        u32 next = 0, end = 0;                          ///< places in the last one
    };

    /// Its list is on its way from memory while others are drained.
    void fetch(u64 height)
    {
        const AtHeight* at = tiers_.find(height);
        if (at == nullptr) return;
        __builtin_prefetch(&places_[at->first]);
        __builtin_prefetch(&places_[at->last]);
    }

    u32 leave(u32 chunk)
    {
        const u32 next = places_.next_of(chunk);
        places_.give_back(chunk);
        return next;
    }

    timers::Tiers<AtHeight> tiers_{timers::CalendarSizes{}};
    Places places_;
};

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
void measure(const Work& work, Costs& costs)
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
    bench::require(count == places.size() - work.cancelled.size() && sum == work.left_sum,
                   "drain gives what was not cancelled");
    add(costs.drain, drained, count);
}

void run(const std::string& name, u64 timers, u64 horizon, u64 repetitions)
{
    const Work work = work_of(timers, horizon);
    Costs ours, vectors, map;
    for (u64 i = 0; i < repetitions; ++i) {
        measure<Ours>(work, ours);
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
    const u64 timers = argc > 1 ? std::stoull(argv[1]) : 10'000'000;
    const u64 repetitions = argc > 2 ? std::stoull(argv[2]) : 3;
    run("near", timers, NEAR, repetitions);
    run("far", timers, FAR, repetitions);
}
