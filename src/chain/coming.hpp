// Questions about the coming block of a chain, as its last block left it: lane/coming.hpp with the chain's
// prices, balances and operations. Ask between blocks; an object answers until the next block is applied.
#pragma once

#include <map>
#include <span>

#include "chain/chain.hpp"
#include "lane/coming.hpp"

namespace lariat::chain {

class ComingBlock {
public:
    /// `dev`: changes that wait for the block. What they do to settings, balances and timers is in the
    /// answers; storage and code are not, so a watch that such a write will hit is still idle here.
    explicit ComingBlock(const Chain& chain, std::span<const DevChange> dev = {});
    ComingBlock(const ComingBlock&) = delete;  // coming_ refers to foreseen_

    /// Heights are the clock of a height timer: within so many heights of the last block it keeps blocks
    /// coming.
    static constexpr u64 HEIGHTS_AHEAD = 3'600;
    /// Whether a block at this time has anything to do: an operation at or before it; a timer or watch that
    /// waits, stands, is dead or is hit by keys left over; a height timer within HEIGHTS_AHEAD.
    bool is_anything_due(u64 timestamp_ms) const;
    /// The lowest due height of the pending timers.
    std::optional<u64> lowest_due_height() const { return coming_.lowest_due_height(); }
    /// The first timers in the order in which the block looks at them.
    std::vector<timers::TimerId> first(u64 most) const { return coming_.first(most); }
    /// Why a timer fires in the block or does not; none for one that is not live.
    std::optional<lane::Why> why(const timers::TimerId& id) const;

private:
    struct Foreseen {
        timers::TimerConfig config;
        std::map<Address, u128> balances;  ///< those that a change sets
    };
    /// Settings and balances as the changes leave them. One that the block will refuse changes nothing.
    Foreseen foresee(std::span<const DevChange> dev) const;
    u128 balance_in_state(const Address& of) const;

    const Chain& chain_;
    const Foreseen foreseen_;
    lane::Coming coming_;
};

}  // namespace lariat::chain
