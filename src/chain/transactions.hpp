// Section 3 of the procedure: a transaction from its checks to its receipt.
#pragma once

#include "chain/execution.hpp"

namespace lariat::chain {

/// Applies one transaction and adds its receipt. Whatever is in it, the block goes on (BLK-8).
void apply_transaction(BlockContext& block, const Transaction& tx);

/// Identifies a transaction: keccak256 over chain id, sender, nonce, limits and body.
Hash32 transaction_hash(const ChainParams& params, const Transaction& tx, u64 nonce);

bool is_system(const Transaction& tx) noexcept;

/// The actor that a deployment makes: last 20 bytes of keccak256(from ‖ salt ‖ keccak256(source)).
Address deployed_address(const Address& from, BytesView salt, std::string_view source);

}  // namespace lariat::chain
