// The values of a state that concern the chain as a whole, read and held against each other. A state may come
// from a foreign file: nothing here is trusted.
#pragma once

#include "chain/params.hpp"
#include "state/store.hpp"
#include "timers/counters.hpp"

namespace lariat::chain {

struct ChainNumbers {
    ChainParams params;
    ChainState state;
    timers::Counters counters;
};

/// Whether a chain was created in this state; an empty store holds none.
bool holds_chain(const state::Readable& state);

/// Reads parameters, state, counters and config. The error names the key whose value cannot be read, or is
/// none that a chain leaves: all later arithmetic rests on it.
Result<ChainNumbers, std::string> read_chain_numbers(const state::Readable& state);

/// Genesis is version 1 of a store and each block one more. The sentence that says so if they do not fit.
std::optional<std::string> version_contradiction(const ChainState& state, u64 store_version);

}  // namespace lariat::chain
