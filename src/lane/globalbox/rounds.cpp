// Implements the rounds of the Globalbox: from the head on, past full targets, up to the first that does not
// fit.
#include "lane/globalbox/rounds.hpp"

#include "lane/globalbox/rank.hpp"

namespace lariat::lane {

void GlobalboxRounds::look_out(Dispatcher& dispatcher)
{
    const timers::TimerConfig& config = dispatcher.config();
    timers::TimerState& state = dispatcher.block().timers;
    while (dispatcher.looks_left() && fires_ < config.max_fires_per_block) {
        const auto id = box_.queue().first(state.counters.judged_height);
        if (!id) return;
        auto timer = state.store.find(*id);
        LARIAT_ASSERT(timer && timer->queue);
        Offer offer;
        offer.queued = Offer::Queued{timer->gas_limit};
        offer.tip = price_of_bid(timer->bid);
        if (const auto& with = timer->queue->with) {
            offer.queued->gas_limit = with->gas_limit;
            offer.tip = price_of_bid(with->bid);
        }
        const Address target = timer->target;
        switch (dispatcher.look(std::move(*timer), offer)) {
            case Dispatcher::Look::dispatched:
                ++fires_;
                if (++fires_of_target_[target] == config.max_fires_per_target) box_.queue().set_aside(target);
                break;
            case Dispatcher::Look::did_not_fit:
                return;
            case Dispatcher::Look::other:
                break;  // it has left the queue
        }
    }
}

}  // namespace lariat::lane
