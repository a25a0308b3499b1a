// The set of live keys, so that a key's absence can be proved: a binary Merkle trie over the first 64
// bits of SHA-256(key). docs/proofs.md is its normative text.
//
//   no keys        32 zero bytes
//   up to 16 keys  H(0x04 ‖ their 64-bit hashes ascending, 8 bytes each, big-endian)
//   more           H(0x05 ‖ those whose next bit is 0 ‖ those whose next bit is 1)
//
// The first bit is the most significant. Two keys with one 64-bit hash count twice. The shape follows
// from the set alone, whatever its history. Finding 17 keys that share p bits costs 17 * 2^p hashes,
// so no one can make it deep.
#pragma once

#include "base/types.hpp"

namespace lariat::state {

inline constexpr u64 KEY_BUCKET_MAX = 16;

/// The first 8 bytes of SHA-256(key), big-endian.
u64 key_path(BytesView key);

class KeyTree {
public:
    void insert(u64 path);
    /// It is in it.
    void erase(u64 path);
    u64 size() const noexcept;

    /// Brings the changed paths up to date: work follows the changes since the last call.
    const Hash32& root();

    u64 memory() const noexcept;
};

}  // namespace lariat::state
