// Many independent SHA-256 hashes, two at a time where the processor can (measured: 1.7 times as many).
#pragma once

#include <initializer_list>

#include "base/sha256_blocks.hpp"

namespace lariat {

class Sha256Batch {
public:
    Sha256Batch() = default;
    Sha256Batch(const Sha256Batch&) = delete;
    Sha256Batch& operator=(const Sha256Batch&) = delete;

    /// The parts as one message. `out` has its hash once the next one is added or finish() called, and
    /// stays where it is until then; the parts are copied.
    void add(Hash32& out, std::initializer_list<BytesView> parts);
    /// tag ‖ left ‖ right, as sha256_node.
    void add_node(Hash32& out, u8 tag, const Hash32& left, const Hash32& right) noexcept;
    void finish() noexcept;

private:
    /// Longer messages are hashed at once: they gain nothing from waiting for another one of their length.
    static constexpr std::size_t BLOCKS_MAX = 8;

    void added(Hash32& out, std::size_t blocks) noexcept;

    std::array<std::array<u8, BLOCKS_MAX * SHA256_BLOCK>, 2> buffers_;
    std::size_t waiting_blocks_ = 0;
    Hash32* waiting_ = nullptr;  ///< of the message in the first buffer
    bool instructions_ = sha256_has_instructions();
};

}  // namespace lariat
