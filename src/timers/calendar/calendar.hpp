// The calendar: which heights have pending timers, and what these ask of the lane. Their lists stand in the
// state; this is what is kept in memory beside them, one entry for a height and none for a timer, rebuilt
// from the state on restart (TMR-7). A change made inside an execution is undone with it (BLK-4).
#pragma once

#include "state/overlay.hpp"
#include "state/walk.hpp"
#include "timers/calendar/least_loads.hpp"
#include "timers/calendar/load.hpp"
#include "timers/calendar/tiers.hpp"
#include "timers/config.hpp"

namespace lariat::timers {

/// What a chain's config says of its calendar.
CalendarSizes calendar_sizes(const TimerConfig& config);

class Calendar {
public:
    /// Empty, as at the height before the first block.
    Calendar(state::Overlay& state, const CalendarSizes& sizes) : state_(state), sizes_(sizes), tiers_(sizes)
    {
    }

    /// The height has timers, and this is their load.
    void set(u64 height, const Load& load);
    /// The height has no timers any more.
    void erase(u64 height);

    std::optional<Load> at(u64 height) const;
    u64 heights() const noexcept { return tiers_.size(); }
    /// The lowest height with pending timers that is not below `height`.
    std::optional<u64> first_from(u64 height) const { return tiers_.first_from(height); }
    /// Of the `count` heights from `height` on, the first where one more timer of `gas` fits the lane.
    std::optional<u64> first_height_with_room(u64 height, u64 count, u64 gas, u64 lane,
                                              u64 gas_of_a_mark) const;

    /// CAL-4, and where a height stands while maintenance lags.
    CalendarTier tier_of(u64 height, u64 current_height) const
    {
        return tiers_.tier_of(height, current_height);
    }
    CalendarTier stands_in(u64 height) const noexcept { return tiers_.stands_in(height); }
    const OverflowTree& overflow() const noexcept { return tiers_.overflow(); }

    /// The start of a block: epoch maintenance, bounded (CAL-6). Gives the number of moves. What was done
    /// before can no longer be undone.
    u64 begin_block(u64 current_height, u64 moves_max);
    /// The end of a block: bounds, overflow root and size go to the state if they have changed (CAL-3).
    void save();

    /// Bounds and heights of a state that is at the end of a block. For an empty calendar.
    void rebuild(state::Walk& walk);
    bool same_as(const Calendar& other) const;  ///< for checking a rebuild

private:
    struct Undo {
        u64 height;
        std::optional<Load> before;
    };

    /// From `height` to `last`, which are in one group: the first where no more than `enough` is asked for.
    std::optional<u64> first_in_group(u64 height, u64 last, u64 enough) const;

    void put(u64 height, const Load& load);
    void take(u64 height);
    void remember(u64 height);
    void undo_to(std::size_t journal_size);

    state::Overlay& state_;
    CalendarSizes sizes_;
    Tiers<PackedLoad> tiers_;
    std::map<u64, Load> wide_;  ///< those that PackedLoad cannot hold
    mutable LeastLoads least_loads_;
    std::vector<Undo> journal_;
    std::optional<u64> undone_with_;  ///< the overlay's generation in which it was told of the journal
};

}  // namespace lariat::timers
