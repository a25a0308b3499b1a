// The Globalbox in one block (GBX-7): materialises fires from the head of the queue.
#pragma once

#include "lane/discipline.hpp"
#include "lane/globalbox/globalbox.hpp"

namespace lariat::lane {

class GlobalboxRounds final : public Discipline {
public:
    explicit GlobalboxRounds(Globalbox& box) : box_(box) {}
    ~GlobalboxRounds() override { box_.queue().put_back(); }
    GlobalboxRounds(const GlobalboxRounds&) = delete;

    void arrivals_done(EndOfBlock& block) override { box_.enqueue(block.rules, block.timers); }
    void look_out(Dispatcher& dispatcher) override;

private:
    Globalbox& box_;
    u64 fires_ = 0;  ///< materialised in this block
    std::map<Address, u64> fires_of_target_;
};

}  // namespace lariat::lane
