// Questions about the coming block of a chain, as its last block left it: lane/coming.hpp with the chain's
// prices, balances and operations. Ask between blocks; an object answers until the next block is applied.
#pragma once

#include "chain/chain.hpp"
#include "lane/coming.hpp"

namespace lariat::chain {

class ComingBlock {
public:
    explicit ComingBlock(const Chain& chain);
    ComingBlock(const ComingBlock&) = delete;  // coming_ refers to config_

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
    const Chain& chain_;
    timers::TimerConfig config_;
    lane::Coming coming_;
};

}  // namespace lariat::chain
