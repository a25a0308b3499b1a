// Keys of accounts and their signatures: ECDSA over secp256k1 with recovery, by libsecp256k1.
#pragma once

#include <array>
#include <optional>

#include "lariat/types.hpp"

namespace lariat::node {

using PrivateKey = std::array<u8, 32>;
using Signature = std::array<u8, 65>;

/// The address of a key: the last 20 bytes of keccak256(x ‖ y) of its public key. Nullopt if the number is no
/// private key: zero, or not below the order of the group.
std::optional<Address> address_of(const PrivateKey& key);

/// Signs with the nonce of RFC 6979; s is in the lower half. Nullopt for a number that is no private key.
std::optional<Signature> sign(const Hash32& digest, const PrivateKey& key);

/// The address whose key made the signature. Nullopt if r or s is out of range, s is above n/2 or v is
/// neither 0 nor 1 (NODE-18): then nobody's key did.
std::optional<Address> recover(const Hash32& digest, const Signature& signature);

}  // namespace lariat::node
