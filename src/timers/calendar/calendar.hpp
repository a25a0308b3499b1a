// The calendar: the heights with pending timers, and the load of each. The timer lists are in the state; the
// calendar in memory has one entry for each height and none for a timer. It is rebuilt from the state on
// restart (TMR-7). Changes inside an execution are undone with it (BLK-4).
#pragma once

#include "state/overlay.hpp"
#include "state/walk.hpp"
#include "timers/calendar/least_loads.hpp"
#include "timers/calendar/load.hpp"
#include "timers/calendar/tiers.hpp"
#include "timers/config.hpp"

namespace lariat::timers {

/// The calendar's part of the config.
CalendarSizes calendar_sizes(const TimerConfig& config);

class Calendar {
public:
    /// An empty calendar at the height before the first block.
    Calendar(state::Overlay& state, const CalendarSizes& sizes) : state_(state), sizes_(sizes), tiers_(sizes)
    {
    }

    /// Sets the load of a height that has timers.
    void set(u64 height, const Load& load);
    /// Removes a height without timers.
    void erase(u64 height);

    std::optional<Load> at(u64 height) const;
    u64 heights() const noexcept { return tiers_.size(); }
    /// The lowest height with pending timers that is not below `height`.
    std::optional<u64> first_from(u64 height) const { return tiers_.first_from(height); }
    /// Of the `count` heights from `height` on, the first where one more timer of `gas` fits the lane.
    std::optional<u64> first_height_with_room(u64 height, u64 count, u64 gas, u64 lane,
                                              u64 gas_of_a_mark) const;
    /// Heights and groups that the searches for room went through: the measure of their work.
    u64 steps() const noexcept { return steps_; }

    /// The tier of a height (CAL-4), and its present tier while maintenance lags.
    CalendarTier tier_of(u64 height, u64 current_height) const
    {
        return tiers_.tier_of(height, current_height);
    }
    CalendarTier stands_in(u64 height) const noexcept { return tiers_.stands_in(height); }
    const OverflowTree& overflow() const noexcept { return tiers_.overflow(); }

    /// Starts a block with bounded epoch maintenance (CAL-6) and returns the number of moves. Earlier changes
    /// can no longer be undone.
    u64 begin_block(u64 current_height, u64 moves_max);
    /// Ends a block: writes bounds, overflow root and size to the state if they have changed (CAL-3).
    void save();

    /// Fills an empty calendar with the bounds and heights of a state at the end of a block.
    void rebuild(state::Walk& walk);
    bool same_as(const Calendar& other) const;  ///< for checking a rebuild

private:
    struct Undo {
        u64 height;
        std::optional<Load> before;
    };

    /// The first height from `height` to `last`, both in one group, whose load is at most `enough`.
    std::optional<u64> first_in_group(u64 height, u64 last, u64 enough) const;

    void put(u64 height, const Load& load);
    void take(u64 height);
    void remember(u64 height);
    void undo_to(std::size_t journal_size);

    state::Overlay& state_;
    CalendarSizes sizes_;
    Tiers<PackedLoad> tiers_;
    std::map<u64, Load> wide_;  ///< loads too large for PackedLoad
    mutable LeastLoads least_loads_;
    mutable u64 steps_ = 0;
    std::vector<Undo> journal_;
    std::optional<u64> undone_with_;  ///< overlay generation in which the undo action was registered
};

}  // namespace lariat::timers
