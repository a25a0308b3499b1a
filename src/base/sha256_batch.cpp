// Sha256Batch: hashes messages in pairs.
#include "base/sha256_batch.hpp"

#include "base/hash.hpp"

namespace lariat {

void Sha256Batch::add(Hash32& out, std::initializer_list<BytesView> parts)
{
    std::size_t size = 0;
    for (const BytesView part : parts) size += part.size();
    if (!instructions_ || size + 9 > BLOCKS_MAX * SHA256_BLOCK) {
        out = sha256(parts);
        return;
    }
    u8* const buffer = buffers_[waiting_ == nullptr ? 0 : 1].data();
    u8* at = buffer;
    for (const BytesView part : parts) {
        if (!part.empty()) std::memcpy(at, part.data(), part.size());
        at += part.size();
    }
    added(out, sha256_pad(buffer, size));
}

void Sha256Batch::add_node(Hash32& out, u8 tag, const Hash32& left, const Hash32& right) noexcept
{
    if (!instructions_) {
        out = sha256_node(tag, left, right);
        return;
    }
    u8* const buffer = buffers_[waiting_ == nullptr ? 0 : 1].data();
    buffer[0] = tag;
    std::memcpy(buffer + 1, left.bytes.data(), 32);
    std::memcpy(buffer + 33, right.bytes.data(), 32);
    added(out, sha256_pad(buffer, 65));
}

void Sha256Batch::added(Hash32& out, std::size_t blocks) noexcept
{
    if (waiting_ == nullptr) {
        waiting_ = &out;
        waiting_blocks_ = blocks;
        return;
    }
    sha256_two({buffers_[0].data(), waiting_blocks_}, {buffers_[1].data(), blocks}, *waiting_, out);
    waiting_ = nullptr;
}

void Sha256Batch::finish() noexcept
{
    if (waiting_ == nullptr) return;
    *waiting_ = sha256_one({buffers_[0].data(), waiting_blocks_});
    waiting_ = nullptr;
}

}  // namespace lariat
