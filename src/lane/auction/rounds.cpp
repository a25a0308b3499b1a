// Implements the rounds of the auction: looks at the best candidates until one is dispatched or none is
// left.
#include "lane/auction/rounds.hpp"

#include <algorithm>

namespace lariat::lane {

void AuctionRounds::begin(Dispatcher& dispatcher)
{
    auction_.agents().ask(dispatcher);
    const timers::TimerConfig& config = dispatcher.config();
    const timers::BlockRules& rules = dispatcher.block().rules;
    AuctionOrder::Terms terms;
    terms.height = rules.height;
    terms.lane_basefee = rules.lane_basefee;
    const auto at_this_fee = [&](const Bid& bid) { return *priority_of(bid, rules.lane_basefee); };
    terms.priority_of_kind[0] = at_this_fee(default_bid(rules.lane_basefee, rules.median_priority));
    for (u8 tier = 0; tier < 4; ++tier)
        terms.priority_of_kind[1u + tier] = at_this_fee(
            tier_bid(static_cast<timers::Tier>(tier), config, rules.lane_basefee, rules.median_priority));
    terms.weight = [this, &config](u64 recent) { return auction_.weight(recent, config); };
    auction_.order().open(terms);
}

void AuctionRounds::look_out(Dispatcher& dispatcher)
{
    AuctionOrder& order = auction_.order();
    while (dispatcher.looks_left()) {
        const auto candidate = order.best();
        if (!candidate) return;
        Offer offer;
        offer.lane_base = dispatcher.block().rules.lane_basefee;
        offer.tip = candidate->priority;
        offer.terms = AuctionTerms{candidate->priority, candidate->weight};
        switch (dispatcher.look(candidate->id, offer)) {
            case Dispatcher::Look::dispatched:
                return;
            case Dispatcher::Look::did_not_fit:
                order.put_aside(candidate->id);
                break;
            case Dispatcher::Look::other:
                break;  // it has left the order
        }
    }
}

}  // namespace lariat::lane
