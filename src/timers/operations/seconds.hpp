// The cycles taken in each second of the schedule (SCH-10), with a search for the next second with room.
//
// A tree over all seconds of a u64 in milliseconds, sixteen children to a node; a node keeps the least value
// below it. Only nonzero values are stored. A change costs one node for each level and stops where nothing
// changed; the search looks at most at 16 nodes for each level on its way up and down, however many seconds
// are full.
#pragma once

#include <array>
#include <map>
#include <optional>

#include "lariat/types.hpp"

namespace lariat::timers {

/// Compares and counts the comparisons, for tests of SCH-4.
struct CountedLess {
    u64* count;
    template <class T>
    bool operator()(const T& a, const T& b) const
    {
        ++*count;
        return a < b;
    }
};

class Seconds {
public:
    explicit Seconds(u64& comparisons);

    /// Cycles reserved in a second.
    u64 taken(u64 second) const { return least(0, second); }
    void take(u64 second, u64 cycles);
    void give_back(u64 second, u64 cycles);

    /// The first second from `from` on with at most `cycles` taken; nullopt if there is none up to the last
    /// second.
    std::optional<u64> first_with_at_most(u64 from, u64 cycles) const;

    void clear();
    bool operator==(const Seconds& other) const { return levels_.front() == other.levels_.front(); }

    static constexpr u64 MS = 1'000;
    static constexpr u64 LAST = U64_MAX / MS;

private:
    static constexpr unsigned BITS = 4, LEVELS = 14;  // 56 bits: LAST has 55
    using Level = std::map<u64, u64, CountedLess>;    // node → the least taken below it, never 0

    u64 least(unsigned level, u64 node) const;
    u64 least_of_children(unsigned level, u64 node) const;
    void set(u64 second, u64 cycles);

    std::array<Level, LEVELS> levels_;
};

}  // namespace lariat::timers
