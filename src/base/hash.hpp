// Hash functions: keccak256 for ids, keys and addresses, SHA-256 for Merkle trees.
#pragma once

#include <initializer_list>
#include <memory>
#include <span>
#include <vector>

#include "lariat/types.hpp"

namespace lariat {

/// Keccak-256 with the original padding, as in Ethereum; not SHA3-256. Hashes the concatenation of `parts`.
Hash32 keccak256(std::initializer_list<BytesView> parts);
inline Hash32 keccak256(BytesView bytes)
{
    return keccak256({bytes});
}

/// Keccak-256 of each message, in the same order: several at a time where the processor can.
std::vector<Hash32> keccak256_each(std::span<const Hash32> messages);

/// SHA-256 of the concatenation of `parts`.
Hash32 sha256(std::initializer_list<BytesView> parts);
inline Hash32 sha256(BytesView bytes)
{
    return sha256({bytes});
}

/// SHA-256 of a message that is given in pieces.
class Sha256 {
public:
    Sha256();
    ~Sha256();
    void update(BytesView bytes);
    Hash32 finish();  ///< call once; then the object may only be destroyed

private:
    struct Context;
    std::unique_ptr<Context> context_;
};

/// The hash of a node of a Merkle tree: sha256(tag ‖ left ‖ right).
Hash32 sha256_node(u8 tag, const Hash32& left, const Hash32& right) noexcept;

Hash32 sha3_256(BytesView bytes);

}  // namespace lariat
