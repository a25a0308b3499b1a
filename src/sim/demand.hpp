// What the actors of a population ask for: which timers they set in which block. Each answers to what it has
// seen of the blocks so far, and to nothing else.
#pragma once

#include "sim/timer_text.hpp"

namespace lariat::sim {

/// What demand depends on beside the market.
struct DemandSetting {
    const Scenario& scenario;
    const Cast& cast;
    u64 seed = 0;
};

class Demand {
public:
    virtual ~Demand() = default;
    /// Appends the transactions of the next block.
    virtual void act(const MarketView& now, std::vector<std::string>& transactions) = 0;
    /// A timer of one of its actors fired, in the block before the next one.
    virtual void fired(const SimActor&, u64 /*height*/) {}
    /// One expired. An insolvent actor is told nothing: it has no money for another timer.
    virtual void expired(const SimActor&, u64 /*height*/) {}
};

std::unique_ptr<Demand> make_heartbeats(const DemandSetting& setting, std::size_t population);
std::unique_ptr<Demand> make_oneshots(const DemandSetting& setting, std::size_t population);
std::unique_ptr<Demand> make_bursts(const DemandSetting& setting, std::size_t population);
std::unique_ptr<Demand> make_demand(const DemandSetting& setting, std::size_t population);

/// By how much a population asks for less at this price: price^-elasticity, and the step of the scenario.
Q32 demand_factor(const Scenario& scenario, const Population& population, const MarketView& now);

}  // namespace lariat::sim
