// The transactions of a proposal: which go in, and which it must not have.
#pragma once

#include "node/core.hpp"

namespace lariat::abci {

/// Of the transactions that wait those that the coming block can take, in the order in which it should run
/// them: the highest tip first, each sender by nonce, as many as the lanes, the cells and `max_bytes` hold if
/// each uses its whole limits. Looks at the whole pool: the engine hands over only as many of its first ones
/// as its max_gas allows, and these may all wait for another one.
std::vector<Bytes> choose_transactions(const node::Core& core, const std::vector<BytesView>& engines,
                                       u64 max_bytes);

/// A fault that a list of transactions has in every state of the chain; nothing: none.
std::optional<std::string> fault_of(const node::Core& core, const std::vector<BytesView>& txs);

}  // namespace lariat::abci
