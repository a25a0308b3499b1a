// The name of a fork, which its first block writes into the state.
#pragma once

#include "chain/chain.hpp"
#include "node/node_genesis.hpp"

namespace lariat::node {

/// Says the fork's name to a chain whose state does not have it: one that was opened, or went back, before
/// the fork's first block.
inline void name_fork(chain::Chain& chain, const NodeGenesis& genesis)
{
    const std::string& chain_id = genesis.genesis.params.chain_id;
    if (genesis.is_fork && chain.params().chain_id != chain_id) chain.become_fork(chain_id);
}

}  // namespace lariat::node
