// keccak256 where the sources say so (ids, keys, addresses); SHA-256 for Merkle structures.
#pragma once

#include <initializer_list>
#include <memory>

#include "lariat/types.hpp"

namespace lariat {

/// The original Keccak padding (as Ethereum), not SHA3-256. Parts are hashed as one concatenation.
Hash32 keccak256(std::initializer_list<BytesView> parts);
inline Hash32 keccak256(BytesView bytes)
{
    return keccak256({bytes});
}

Hash32 sha256(std::initializer_list<BytesView> parts);
inline Hash32 sha256(BytesView bytes)
{
    return sha256({bytes});
}

/// SHA-256 of what comes piece by piece.
class Sha256 {
public:
    Sha256();
    ~Sha256();
    void update(BytesView bytes);
    Hash32 finish();  ///< once

private:
    struct Context;
    std::unique_ptr<Context> context_;
};

/// sha256(tag ‖ left ‖ right): a node of a Merkle tree.
Hash32 sha256_node(u8 tag, const Hash32& left, const Hash32& right) noexcept;

Hash32 sha3_256(BytesView bytes);

}  // namespace lariat
