// One block of the auction: agents are asked, then the best candidate is looked at, settled, and the next.
#pragma once

#include "lane/auction/auction.hpp"
#include "lane/discipline.hpp"

namespace lariat::lane {

class AuctionRounds final : public Discipline {
public:
    explicit AuctionRounds(Auction& auction) : auction_(auction) {}
    ~AuctionRounds() override { auction_.order().close(); }

    void begin(Dispatcher& dispatcher) override;
    void while_paused(timers::TimerState& state) override
    {
        auction_.agents().let_join_while_paused(state.counters.judged_height);
    }
    /// A batch of one (AUC-6).
    void look_out(Dispatcher& dispatcher) override;
    void fired(const timers::Timer& timer, const Fired& fired) override { auction_.note_fire(timer, fired); }

private:
    Auction& auction_;
};

}  // namespace lariat::lane
