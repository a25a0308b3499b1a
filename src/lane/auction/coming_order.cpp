// Looks ahead: the order in which a coming block of the auction looks at the timers that wait.
#include "lane/auction/auction.hpp"

namespace lariat::lane {

using timers::Timer;

AuctionOrder::Terms Auction::terms_of(const timers::BlockRules& rules) const
{
    const timers::TimerConfig& config = *rules.config;
    AuctionOrder::Terms terms;
    terms.height = rules.height;
    terms.lane_basefee = rules.lane_basefee;
    const auto at_this_fee = [&](const Bid& bid) { return *priority_of(bid, rules.lane_basefee); };
    terms.priority_of_kind[0] = at_this_fee(default_bid(rules.lane_basefee, rules.median_priority));
    for (u8 tier = 0; tier < 4; ++tier)
        terms.priority_of_kind[1u + tier] = at_this_fee(
            tier_bid(static_cast<timers::Tier>(tier), config, rules.lane_basefee, rules.median_priority));
    terms.oldest_first = policy_ && policy_->oldest_first();
    terms.weight = [this, &config](u64 recent) { return weight(recent, config); };
    return terms;
}

std::optional<Bid> Auction::stated_bid(const Timer& timer) const
{
    const BidSource source = waiting_of(timer).source;
    if (source.kind == BidSource::OWN || source.kind == BidSource::ANSWERED) return source.own;
    return std::nullopt;
}

/// Bounded by `most`, by those that join, by the fires that leave the window and, where an epoch ends, by the
/// owners with an outcome: as the block itself.
std::vector<AuctionOrder::Candidate> Auction::best_of_coming(const timers::BlockRules& rules,
                                                             const std::vector<Timer>& joining, u64 most)
{
    const timers::TimerConfig& config = *rules.config;
    std::vector<AuctionOrder::Candidate> out;
    order_->set_tie_break(config.tie_break);  // as the block does before anything joins
    const bool epoch_ends = lane_.since != 0 && config.tie_break == timers::TieBreak::outcome &&
                            rules.height % config.epoch_blocks == 0;
    // An owner that is forgotten counts as one; its outcome stays noted in the order.
    const auto next = [&](const Address& owner) {
        return outcomes_.of_next_epoch(owner).value_or(Outcomes::ONE);
    };
    if (epoch_ends) order_->set_outcomes(next);
    const u64 from =
        rules.height > config.fairness_window_blocks ? rules.height - config.fairness_window_blocks : 0;
    window_.as_if_slid(from, moves_owner(), [&] {
        for (const Timer& timer : joining) {
            const auto outcome = epoch_ends ? std::optional{next(timer.owner)} : outcomes_.of(timer.owner);
            order_->add(timer.id, waiting_of(timer), window_.recent(timer.owner), outcome);
        }
        order_->open(terms_of(rules));
        while (out.size() < most) {
            const auto candidate = order_->best();
            if (!candidate) break;
            out.push_back(*candidate);
            order_->put_aside(candidate->id);
        }
        order_->close();
        for (const Timer& timer : joining) order_->remove(timer.id);
    });
    if (epoch_ends) order_->set_outcomes([&](const Address& owner) { return outcomes_.of(owner); });
    return out;
}

}  // namespace lariat::lane
