// SipHash (Aumasson and Bernstein, 2012): a fast keyed hash of bytes to 64 bits. Without the key nobody can
// choose inputs that collide.
#pragma once

#include <bit>

#include "lariat/types.hpp"

namespace lariat {

struct SipSecret {
    u64 k0 = 0, k1 = 0;
};

/// A fresh random key, for a hash table of this process. No result, stored byte or printed text may depend on
/// it.
SipSecret random_secret();

namespace siphash_detail {

struct Lanes {
    u64 a, b, c, d;

    void mix(int rounds) noexcept
    {
        for (int i = 0; i < rounds; ++i) {
            a += b;
            c += d;
            b = std::rotl(b, 13) ^ a;
            d = std::rotl(d, 16) ^ c;
            a = std::rotl(a, 32);
            c += b;
            a += d;
            b = std::rotl(b, 17) ^ c;
            d = std::rotl(d, 21) ^ a;
            c = std::rotl(c, 32);
        }
    }
};

/// The first `count` bytes at `from`, at most 8, little-endian.
inline u64 load(const u8* from, std::size_t count) noexcept
{
    if constexpr (std::endian::native == std::endian::little) {
        if (count == 8) {
            u64 word = 0;
            std::memcpy(&word, from, 8);
            return word;
        }
    }
    u64 word = 0;
    for (std::size_t i = 0; i < count; ++i) word |= u64{from[i]} << (8 * i);
    return word;
}

}  // namespace siphash_detail

/// SipHash-`WORD_ROUNDS`-`LAST_ROUNDS`. 2-4 is the published form; 1-3 is enough for hash tables.
template <int WORD_ROUNDS, int LAST_ROUNDS>
u64 siphash(SipSecret secret, BytesView bytes) noexcept
{
    siphash_detail::Lanes lanes{secret.k0 ^ 0x736f6d6570736575, secret.k1 ^ 0x646f72616e646f6d,
                                secret.k0 ^ 0x6c7967656e657261, secret.k1 ^ 0x7465646279746573};
    const auto absorb = [&lanes](u64 word) {
        lanes.d ^= word;
        lanes.mix(WORD_ROUNDS);
        lanes.a ^= word;
    };
    const u8* at = bytes.data();
    std::size_t left = bytes.size();
    for (; left >= 8; at += 8, left -= 8) absorb(siphash_detail::load(at, 8));
    absorb(siphash_detail::load(at, left) | u64{bytes.size()} << 56);
    lanes.c ^= 0xff;
    lanes.mix(LAST_ROUNDS);
    return lanes.a ^ lanes.b ^ lanes.c ^ lanes.d;
}

}  // namespace lariat
