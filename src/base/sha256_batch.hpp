// Computes many independent SHA-256 hashes, two at a time with SHA instructions (measured: 1.7 times as
// fast).
#pragma once

#include <initializer_list>

#include "base/sha256_blocks.hpp"

namespace lariat {

class Sha256Batch {
public:
    Sha256Batch() = default;
    Sha256Batch(const Sha256Batch&) = delete;
    Sha256Batch& operator=(const Sha256Batch&) = delete;

    /// Adds the concatenation of `parts` as one message; the parts are copied. `out` receives the hash at the
    /// latest when the next message is added or finish() is called, and must not move until then.
    void add(Hash32& out, std::initializer_list<BytesView> parts);
    /// Adds the message tag ‖ left ‖ right, as sha256_node does.
    void add_node(Hash32& out, u8 tag, const Hash32& left, const Hash32& right) noexcept;
    void finish() noexcept;

private:
    /// Longer messages are hashed at once: pairing them gains nothing.
    static constexpr std::size_t BLOCKS_MAX = 8;

    void added(Hash32& out, std::size_t blocks) noexcept;

    std::array<std::array<u8, BLOCKS_MAX * SHA256_BLOCK>, 2> buffers_;
    std::size_t waiting_blocks_ = 0;
    Hash32* waiting_ = nullptr;  ///< receives the hash of the message in the first buffer
    bool instructions_ = sha256_has_instructions();
};

}  // namespace lariat
