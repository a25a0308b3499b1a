// Wire form of transactions from outside: deterministic CBOR [1, BODY, SIG] (NODE-17 to NODE-19).
//
// Decoding gives the transaction without its sender: recover() in node/keys.hpp finds that from the
// signature. Two different byte strings never decode to the same transaction.
#pragma once

#include <array>
#include <optional>
#include <variant>

#include "chain/block.hpp"

namespace lariat::node {

/// Why bytes are no transaction: `reason` of the problem `tx_malformed`. A closed list.
enum class [[nodiscard]] TxFault : u8 {
    truncated,
    trailing,
    not_canonical,
    not_utf8,
    unknown_version,
    unknown_kind,
    unknown_field,
    missing_field,
    wrong_type,
    too_large,
};
std::string_view name(TxFault fault) noexcept;

struct [[nodiscard]] TxMalformed {
    TxFault reason = TxFault::wrong_type;
    std::string message;  ///< for people: names the part and its offset in bytes
};

/// r, s (32 bytes each, big-endian) and v (0 or 1) of an ECDSA signature over secp256k1.
using Signature = std::array<u8, 65>;

/// A decoded transaction. `tx` has nonce and hash (keccak256 of all bytes); its sender is zero until the
/// signature is verified, or the one that a dev chain impersonates.
struct WireTransaction {
    std::string chain_id;
    chain::Transaction tx;
    std::variant<Signature, Address> seal;  ///< Address: the impersonated sender of the dev verb `send`
    Hash32 digest;                          ///< what the signature signs
};

/// Which kinds there are: those that change validators are for replicated chains alone.
enum class Kinds : u8 { standalone, replicated };

Result<WireTransaction, TxMalformed> decode_transaction(BytesView raw, Kinds kinds = Kinds::standalone);

/// BODY of a transaction in canonical form. The transaction must be of a kind that comes from outside (no
/// steps, no scripted source, ids instead of labels), have a nonce and a relative time nowhere: these are
/// preconditions.
Bytes encode_body(const std::string& chain_id, const chain::Transaction& tx);
/// keccak256 of what a signature signs.
Hash32 digest_of_body(BytesView body);
/// [1, BODY, SIG].
Bytes encode_transaction(BytesView body, const std::variant<Signature, Address>& seal);

}  // namespace lariat::node
