// The transactions of a block as the JSON of a trace.
#pragma once

#include "sim/cast.hpp"

namespace lariat::sim {

/// The market as whoever writes the next block sees it.
struct MarketView {
    u64 height = 0;                                                 ///< of the next block
    u128 cycle_basefee = 0, lane_basefee = 0, median_priority = 0;  ///< in force in it
    Q32 price = Q32_ONE;  ///< per cycle, of a default bid, in units of the first cycle base fee
};

/// amount × factor; the factor is at most 2^12.
u128 scaled(u128 amount, Q32 factor) noexcept;

/// Timers that one actor sets in one transaction.
class TimersText {
public:
    TimersText(const Population& population, const SimActor& actor) : population_(population), actor_(actor)
    {
    }

    /// The actor names itself its bidding agent first.
    void name_agent();
    /// `bid`: random numbers of this timer, for caps and tips of its own.
    void add(u64 due, const MarketView& now, Draw& bid, const std::string& payload = {});
    bool empty() const noexcept { return steps_.empty(); }
    std::string transaction() const;

private:
    std::string bid_text(const MarketView& now, Draw& bid) const;

    const Population& population_;
    const SimActor& actor_;
    std::string steps_;
    u64 calls_ = 0;
};

/// A block line with these transactions.
std::string block_line(const std::vector<std::string>& transactions);

}  // namespace lariat::sim
