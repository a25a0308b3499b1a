// How much gas the pending timers of each height may use: what estimate_timer looks through for room
// (API-16). Heights lie in pages of 64; a page remembers the least load of its heights, so looking passes a
// full page in one step. In memory, rebuilt from the records on restart; undone with the execution that
// changed it.
#pragma once

#include <map>

#include "state/overlay.hpp"
#include "timers/record.hpp"

namespace lariat::timers {

class HeightGas {
public:
    explicit HeightGas(state::Overlay& state) : state_(state) {}

    void add(const Timer& pending);
    void remove(const Timer& pending);
    void restore(const Timer& pending) { change(pending.height, pending.gas_limit, 1); }  ///< rebuilding

    /// The first height in from … last where `gas` more fits `lane`, default marks counting as `cap` each.
    std::optional<u64> first_with_room(u64 from, u64 last, u64 gas, u64 cap, u64 lane);

    bool operator==(const HeightGas& other) const { return pages_ == other.pages_; }

private:
    static constexpr u64 HEIGHTS = 64;
    struct Load {
        u64 explicit_gas = 0;
        u64 default_marks = 0;
        bool operator==(const Load&) const = default;
        u128 at(u64 cap) const { return explicit_gas + u128{default_marks} * cap; }
    };
    struct Page {
        Load loads[HEIGHTS];
        u64 timers = 0;
        std::optional<u64> measured_cap;  ///< for which `least` holds
        u128 least = 0;
        bool operator==(const Page& other) const { return std::equal(loads, loads + HEIGHTS, other.loads); }
    };
    void change(u64 height, const std::optional<u64>& gas_limit, i64 by);
    static u128 least_of(Page& page, u64 cap);

    state::Overlay& state_;
    std::map<u64, Page> pages_;  ///< by height / 64
};

}  // namespace lariat::timers
