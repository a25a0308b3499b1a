// Transactions, from the checks to the receipt (BLK-2, BLK-4).
#pragma once

#include "chain/execution.hpp"

namespace lariat::chain {

/// Runs one transaction up to its receipt, which has no number yet. One that is refused (`invalid`,
/// `block_full`) has no effect. No transaction can stop the block (BLK-8). The transaction names no unknown
/// label. `report` may be null.
Receipt run_transaction(BlockContext& block, const Transaction& tx, CallReport* report);

/// The label that the transaction names, if nothing was given it: then the trace itself is wrong.
std::optional<std::string> unknown_label(const BlockContext& block, const Transaction& tx);

/// The transaction's hash: keccak256 over chain id, sender, nonce, limits and body.
Hash32 transaction_hash(const ChainParams& params, const Transaction& tx, u64 nonce);

bool is_system(const Transaction& tx) noexcept;

/// The address of a deployed actor: the last 20 bytes of keccak256(from ‖ salt ‖ keccak256(source)).
Address deployed_address(const Address& from, BytesView salt, std::string_view source);

}  // namespace lariat::chain
