// A chain in memory with raised limits, so that a benchmark measures the code and not a budget.
#pragma once

#include "chain/chain.hpp"
#include "scripted/engine.hpp"
#include "scripted/script.hpp"

namespace lariat::bench {

/// One actor with the given code, and somebody rich who sends transactions.
class Scenario {
public:
    static Scenario scripted(const std::string& handlers_json);
    static Scenario python(const std::string& source);
    /// So many actors with this code, and a config of its own.
    static Scenario of_many(chain::CodeKind kind, const std::string& source, u64 actors,
                            const timers::ConfigPatch& config, u128 cycle_basefee = 1);

    u64 height() const { return chain_->state().height; }
    const chain::Chain& chain() const { return *chain_; }

    /// Applies the next block; every transaction in it must come out ok.
    chain::BlockResult apply(std::vector<chain::Transaction> txs = {});

    /// A transaction in which the actor schedules a timer for each of `heights`.
    chain::Transaction schedule(const std::vector<u64>& heights) const;
    /// One in which the actor of this number runs steps that cost so much at most.
    chain::Transaction steps_of(u64 actor, scripted::Steps steps, u64 cycles, u64 cells) const;
    static Address actor(u64 number);

    /// Timers that no benchmark reaches, so that the state has the size of a chain in use.
    void add_background(u64 timers);
    /// `each` timers at every one of the `count` heights from `first` on.
    void fill_heights(u64 first, u64 count, u64 each);

private:
    explicit Scenario(const chain::Genesis& genesis);

    std::unique_ptr<chain::Chain> chain_;
    scripted::Engine scripts_;
};

/// Scheduled timers of one transaction: bounded, so that blocks stay of a size that a chain could have.
inline constexpr u64 TIMERS_PER_BLOCK = 1'000;

/// `count` timers at the same height, or at one height each from `first` on, split into transactions' worth.
std::vector<std::vector<u64>> in_portions(const std::vector<u64>& heights);

}  // namespace lariat::bench
