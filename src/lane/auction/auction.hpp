// The auction of CIP-1 v3 (AUC-1 to AUC-9) as it lasts from block to block: the lane base fee, the fairness
// window, outcomes, agents, and the order of the timers that wait. The rounds of one block are in rounds.hpp.
#pragma once

#include "lane/auction/agents.hpp"
#include "lane/auction/fairness.hpp"
#include "lane/auction/order.hpp"
#include "lane/auction/outcome.hpp"
#include "lane/auction/policy.hpp"

namespace lariat::lane {

class Auction final : public timers::WaitingOrder {
public:
    explicit Auction(state::Overlay& state);
    /// For simulated chains alone; it outlives this object. Null: the specification.
    void set_policy(const AuctionPolicy* policy) noexcept { policy_ = policy; }

    /// The lane base fee and the median priority in force in a block (AUC-2).
    u128 lane_basefee(timers::Discipline discipline, u128 cycle_basefee) const noexcept;
    /// m: of the priorities that the last block's fires paid; 0 after a block of another discipline.
    u128 median_priority() const noexcept { return lane_.median_priority; }

    /// Before the transactions of a block: the auction begins, goes on or ends (GOV-4, AUC-9).
    void begin_block(const timers::BlockRules& rules, u128 cycle_basefee);
    /// After the fires of a block of any discipline: base fee, median, fairness counters.
    void end_block(const timers::BlockRules& rules, const timers::Used& used,
                   const std::vector<Fired>& fired);
    /// Once the block's usage is final, under every discipline: writes the numbers that the auction keeps,
    /// and deletes a portion of what counts no longer.
    void note_cycles(u64 cycles);

    void set_agent(const Address& owner, const std::optional<Address>& agent)
    {
        agents_.name_agent(owner, agent);
    }

    struct Fairness {
        u64 recent = 0;
        u64 median = 0;
        u64 weight = 0;  ///< in units of 2^-32
    };
    /// Of an owner in a block at `height` under `config`.
    Fairness fairness(const Address& owner, u64 height, const timers::TimerConfig& config) const;

    void joined(const timers::Timer& timer, u64 judged) override;
    void left(const timers::Timer& timer) override;
    void expiry_changed(const timers::Timer& timer, u64 expires_at) override;

    Agents& agents() noexcept { return agents_; }
    const Agents& agents() const noexcept { return agents_; }
    AuctionOrder& order() noexcept { return *order_; }
    const AuctionOrder& order() const noexcept { return *order_; }
    u64 weight(u64 recent, const timers::TimerConfig& config) const noexcept;
    /// The first `most` candidates in the order in which the block of these rules looks at them, with those
    /// that join in it. Everything is afterwards as before. Answers of agents are those of earlier blocks.
    std::vector<AuctionOrder::Candidate> best_of_coming(const timers::BlockRules& rules,
                                                        const std::vector<timers::Timer>& joining, u64 most);
    /// The bid that the timer states or its agent has answered; none: that of its tier, or the default.
    std::optional<Bid> stated_bid(const timers::Timer& timer) const;
    AuctionOrder::Terms terms_of(const timers::BlockRules& rules) const;
    void note_fire(const timers::Timer& timer, const Fired& fired);

    /// Comes after the due set on the walk: that tells it, by joined_before(), of each timer that waits.
    void rebuild(state::Walk& walk);
    void joined_before(const timers::Timer& timer);
    bool same_as(const Auction& other, u64 judged) const;

private:
    void keep();
    void begin(const timers::BlockRules& rules, u128 cycle_basefee);
    void end();
    static AuctionOrder::Waiting joining(const timers::Timer& timer);
    AuctionOrder::Waiting waiting_of(const timers::Timer& timer) const;
    void put_in_order(const timers::TimerId& id, const AuctionOrder::Waiting& timer);
    FairnessWindow::Changed moves_owner();
    void end_epoch();
    void tidy();

    state::Overlay& state_;
    LaneState lane_;
    LaneState kept_;  ///< as it stands in the state
    FairnessWindow window_;
    Outcomes outcomes_;
    Agents agents_;
    std::unique_ptr<AuctionOrder> order_ = std::make_unique<AuctionOrder>();
    std::vector<std::unique_ptr<AuctionOrder>> ended_;  ///< of auctions that have ended, to be freed
    std::vector<Address> fired_;  ///< the owner of each fire of the block, until it ends
    u64 fires_ = 0;               ///< of the block
    bool counts_outcomes_ = false;
    u64 height_ = 0;  ///< of the block
    const AuctionPolicy* policy_ = nullptr;
};

}  // namespace lariat::lane
