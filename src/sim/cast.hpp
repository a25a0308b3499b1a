// The actors of a scenario, drawn from a seed, and the genesis that places them.
#pragma once

#include <map>

#include "sim/scenario.hpp"

namespace lariat::sim {

/// An actor of the market.
struct SimActor {
    Address address;
    u32 population = 0;
    u32 index = 0;       ///< in its population
    u64 gas = 0;         ///< cycles that a fire uses
    u64 period = 0;      ///< heartbeat: blocks
    Q32 weight = 0;      ///< of its activity among oneshot and burst actors
    bool heavy = false;  ///< more active than the median actor of its population
    bool self = false;   ///< sets its next timer in its handler; otherwise its user does

    u64 gas_limit() const noexcept { return gas + GAS_SPARE; }
    static constexpr u64 GAS_SPARE = 100;
};

class Cast {
public:
    Cast(const Scenario& scenario, u64 seed);

    const std::vector<SimActor>& of(std::size_t population) const { return actors_[population]; }
    const SimActor* find(const Address& address) const;
    /// The first line of the run's trace.
    const std::string& genesis() const noexcept { return genesis_; }

    /// Of the actors of a population: part of each of its random numbers.
    static u64 stream(const Population& population, u64 index);
    /// Who signs every transaction.
    static Address user() noexcept;

private:
    std::vector<std::vector<SimActor>> actors_;
    std::string genesis_;
};

}  // namespace lariat::sim
