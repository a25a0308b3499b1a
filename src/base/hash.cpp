// SHA-256: by OpenSSL, and with the processor's instructions for short messages. Keccak-256 and SHA3-256.
#include "base/hash.hpp"

#include <endian.h>
#include <openssl/sha.h>

#include "base/keccak.hpp"
#include "base/sha256_blocks.hpp"

namespace lariat {

Hash32 keccak256(std::initializer_list<BytesView> parts)
{
    return keccak::hash(keccak::Padding::keccak, parts);
}

std::vector<Hash32> keccak256_each(std::span<const Hash32> messages)
{
    std::vector<Hash32> out(messages.size());
    keccak::hash_each(keccak::Padding::keccak, messages, out);
    return out;
}

Hash32 sha3_256(BytesView bytes)
{
    return keccak::hash(keccak::Padding::sha3, {bytes});
}

// The low-level interface is deprecated in OpenSSL 3 but keeps its state on the stack:
// the EVP calls fetch and allocate, four times the cost for 64 bytes.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
namespace {

/// Short messages are padded here and hashed as whole blocks: for one or two blocks the buffering of
/// OpenSSL's context would cost half as much as the hashing.
constexpr std::size_t SHORT_MAX = 8 * SHA256_BLOCK;

void put_be32(u8* at, u32 v) noexcept
{
    v = htobe32(v);
    std::memcpy(at, &v, sizeof v);
}

/// Hashes the `size` bytes in `buffer`, which must have room for the padding.
[[gnu::always_inline]] inline Hash32 sha256_padded(u8* buffer, std::size_t size) noexcept
{
    const std::size_t blocks = sha256_pad(buffer, size);
    if (sha256_has_instructions()) return sha256_one({buffer, blocks});
    SHA256_CTX context;
    SHA256_Init(&context);
    SHA256_Update(&context, buffer, blocks * SHA256_BLOCK);
    Hash32 out;
    for (std::size_t i = 0; i < 8; ++i) put_be32(&out.bytes[4 * i], static_cast<u32>(context.h[i]));
    return out;
}

}  // namespace

Hash32 sha256(std::initializer_list<BytesView> parts)
{
    std::size_t size = 0;
    for (const BytesView part : parts) size += part.size();
    if (size + 9 <= SHORT_MAX) {
        u8 buffer[SHORT_MAX];
        std::size_t at = 0;
        for (const BytesView part : parts) {
            if (!part.empty()) std::memcpy(buffer + at, part.data(), part.size());
            at += part.size();
        }
        return sha256_padded(buffer, size);
    }
    SHA256_CTX context;
    SHA256_Init(&context);
    for (const BytesView part : parts) SHA256_Update(&context, part.data(), part.size());
    Hash32 out;
    SHA256_Final(out.bytes.data(), &context);
    return out;
}

struct Sha256::Context {
    SHA256_CTX state;
};

Sha256::Sha256() : context_(std::make_unique<Context>())
{
    SHA256_Init(&context_->state);
}

Sha256::~Sha256() = default;

void Sha256::update(BytesView bytes)
{
    SHA256_Update(&context_->state, bytes.data(), bytes.size());
}

Hash32 Sha256::finish()
{
    Hash32 out;
    SHA256_Final(out.bytes.data(), &context_->state);
    return out;
}

Hash32 sha256_node(u8 tag, const Hash32& left, const Hash32& right) noexcept
{
    u8 buffer[2 * SHA256_BLOCK];
    buffer[0] = tag;
    std::memcpy(buffer + 1, left.bytes.data(), 32);
    std::memcpy(buffer + 33, right.bytes.data(), 32);
    return sha256_padded(buffer, 65);
}
#pragma GCC diagnostic pop

}  // namespace lariat
