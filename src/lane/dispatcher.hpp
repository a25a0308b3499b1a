// Rounds of looking, dispatching and running (LANE-1 to LANE-6, R-28), for any discipline.
#pragma once

#include "lane/end_of_block.hpp"

namespace lariat::lane {

class Discipline;

/// What a discipline adds to the price of a fire, per cycle, and to its row in the result.
struct Offer {
    u128 lane_base = 0;
    u128 tip = 0;
    std::optional<AuctionTerms> terms;
    /// Globalbox: what is dispatched is materialised at once, with the gas limit that it was queued with.
    struct Queued {
        std::optional<u64> gas_limit;  ///< absent: the default-gas mark
    };
    std::optional<Queued> queued;
};

/// The price of a fire without what the discipline adds.
Price base_price_of_fires(const timers::TimerConfig& config, u128 cycle_basefee, u128 cell_basefee);

class Dispatcher {
public:
    explicit Dispatcher(EndOfBlock& block);

    /// Rounds, until one dispatches nothing or a budget ends them.
    void run(Discipline& discipline);

    enum class Look : u8 { dispatched, did_not_fit, other };
    /// Examines a waiting timer: parks it, leaves it, lets it die, or takes it into the batch. Counts as a
    /// look; asked only while looks are left.
    Look look(const timers::TimerId& id, const Offer& offer);
    Look look(timers::Timer timer, const Offer& offer);
    bool looks_left() const;

    EndOfBlock& block() { return block_; }
    const timers::TimerConfig& config() const { return config_; }
    u64 height() const { return block_.rules.height; }
    /// Of a fire, without what the discipline adds.
    const Price& base_price() const { return price_; }

private:
    struct Entry {
        timers::TimerId id;
        Price price;
        std::optional<AuctionTerms> terms;
        std::optional<u64> deliver_seq;  ///< given when it was materialised
    };

    bool cells_reached() const;
    bool may_begin_round() const;
    void run_batch(Discipline& discipline);
    void wait_again(const timers::TimerId& id, const timers::DueSet::BatchEntry& reserved);
    void refund(const timers::DueSet::BatchEntry& reserved);
    void execute(const Entry& entry, const timers::DueSet::BatchEntry& reserved, const timers::Timer& timer,
                 Discipline& discipline);
    Delivery leave_as_fired(const Entry& entry, const timers::DueSet::BatchEntry& reserved,
                            const timers::Timer& timer);
    void count(const Fired& row, u64 gas_limit);

    EndOfBlock& block_;
    const timers::TimerConfig& config_;
    timers::TimerState& state_;
    timers::Used& used_;
    u64 lane_left_;
    u128 tips_reserved_ = 0;  ///< the most that the entries of the batch may tip (R-41)
    Price price_;
    std::vector<Entry> batch_;
    timers::Timer first_;  ///< of the batch, as the look saw it: no handler runs before it is executed
};

}  // namespace lariat::lane
