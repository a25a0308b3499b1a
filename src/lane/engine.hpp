// The engine of the timers: everything about them that is kept in memory from block to block, and the steps
// of a block in their order. `chain` and `scheduler` are built on it and do none of these steps themselves.
//
//     begin → (timers are set, extended, cancelled) → run → (messages of a chain) → finish → commit
#pragma once

#include "lane/auction/auction.hpp"
#include "lane/globalbox/globalbox.hpp"
#include "state/walk.hpp"

namespace lariat::lane {

class Coming;

class Engine {
public:
    /// Parts that not every embedding has. FIFO and the auction are always there.
    struct Parts {
        bool watches = false;
        bool globalbox = false;
    };
    /// An engine without timers; rebuild() fills it. `config` is the one in the state.
    Engine(state::Overlay& state, const timers::TimerConfig& config, const timers::Counters& counters,
           Parts parts);
    Engine(const Engine&) = delete;  // undo actions refer to it

    /// Rules under trial, for simulated chains alone (lane/auction/policy.hpp).
    void set_auction_policy(const AuctionPolicy* policy) noexcept { auction_.set_policy(policy); }

    /// Reads the timers of a committed state in the caller's walk (TMR-7).
    void rebuild(state::Walk& walk);
    /// Whether two engines of one state have the same in memory. This one was rebuilt just now.
    bool same_as(const Engine& other) const;

    struct Start {
        u64 height = 0;
        Hash32 parent_root;
        u128 cycle_basefee = 0;
        u128 cell_basefee = 0;
    };
    /// Fixes the rules of the block, empties the report, and lets the disciplines begin it.
    void begin(const Start& block, const timers::TimerConfig& config);
    /// What the end of the block needs from the embedding.
    struct Services {
        Ledger& ledger;
        FireRunner& runner;
        AgentCaller* agents = nullptr;
    };
    /// The end of the block under the discipline in force; appends the fires.
    void run(const Services& services, std::vector<Fired>& fired);
    /// Once the usage of the block is final: writes the counters and all that is written once in a block.
    /// `next` is the config of the next block, in which transactions and operations write at most `writes`
    /// keys.
    void finish(const timers::TimerConfig& next, u128 writes);

    /// Of the block that begin() started.
    const timers::BlockRules& rules() const noexcept { return rules_; }
    const timers::TimerConfig& config() const noexcept { return config_; }
    timers::Report& report() noexcept { return report_; }
    /// For the calls that set, extend and cancel timers.
    timers::TimerState& timers() noexcept { return timers_; }
    void set_agent(const Address& owner, const std::optional<Address>& agent)
    {
        auction_.set_agent(owner, agent);
    }

    /// A moment within a block to come back to: state, counters, report.
    struct Mark {
        state::Overlay::Checkpoint state = 0;
        timers::Counters counters;
        timers::Report::Mark report{};
    };
    Mark mark();
    void undo_to(const Mark& mark);

    /// The rules of a block at this height after the last finished one, as far as they are known before it.
    timers::BlockRules rules_at(u64 height, const timers::TimerConfig& config, u128 cycle_basefee) const;

    timers::Estimate estimate(u64 height, const timers::TimerConfig& config, const timers::Caller& caller,
                              const ScheduleArgs& args, u128 cycle_basefee, u128 cell_basefee);

    const timers::Counters& counters() const noexcept { return counters_; }
    const timers::TimerStore& records() const noexcept { return store_; }
    const timers::DueSet& due() const noexcept { return due_; }
    const timers::Watches& watches() const { return *watches_; }
    const Auction& auction() const noexcept { return auction_; }
    const Globalbox& globalbox() const { return *globalbox_; }

private:
    friend class Coming;  // looks ahead, and leaves everything as it was

    void keep_modified_keys(const timers::TimerConfig& next, u128 writes);
    bool is_dead(const timers::TimerId& id) const;

    state::Overlay& state_;
    timers::Counters counters_;
    timers::Calendar calendar_;
    timers::TimerStore store_;
    timers::DueSet due_;
    std::optional<timers::Watches> watches_;
    Auction auction_;
    std::optional<Globalbox> globalbox_;
    timers::Report report_;
    timers::TimerState timers_;

    timers::TimerConfig config_;  ///< of the block
    timers::BlockRules rules_;
    Start block_;
};

}  // namespace lariat::lane
