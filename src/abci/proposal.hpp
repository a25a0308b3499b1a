// The transactions of a proposal: which go in, and which it must not have.
#pragma once

#include "node/core.hpp"

namespace lariat::abci {

/// Of the engine's waiting transactions those that the coming block can take, in the order in which it should
/// run them: the highest tip first, each sender by nonce, as many as the lanes, the cells and `max_bytes`
/// hold if each uses its whole limits.
std::vector<BytesView> choose_transactions(const node::Core& core, const std::vector<BytesView>& waiting,
                                           u64 max_bytes);

/// A fault that a list of transactions has in every state of the chain; nothing: none.
std::optional<std::string> fault_of(const node::Core& core, const std::vector<BytesView>& txs);

}  // namespace lariat::abci
