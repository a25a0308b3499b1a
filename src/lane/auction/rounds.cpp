// Implements the rounds of the auction: looks at the best candidates until one is dispatched or none is
// left.
#include "lane/auction/rounds.hpp"

#include <algorithm>

namespace lariat::lane {

void AuctionRounds::begin(Dispatcher& dispatcher)
{
    auction_.agents().ask(dispatcher);
    auction_.order().open(auction_.terms_of(dispatcher.block().rules));
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
