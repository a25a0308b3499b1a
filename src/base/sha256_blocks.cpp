// The SHA-256 compression function with SHA instructions, for one or two messages at once.
#include "base/sha256_blocks.hpp"

#include <endian.h>

#include "lariat/assert.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace lariat {

std::size_t sha256_pad(u8* buffer, std::size_t size) noexcept
{
    const std::size_t blocks = (size + 9 + SHA256_BLOCK - 1) / SHA256_BLOCK;
    const std::size_t end = blocks * SHA256_BLOCK;
    buffer[size] = 0x80;
    std::memset(buffer + size + 1, 0, end - size - 9);
    const u64 bits = htobe64(u64{8} * size);
    std::memcpy(buffer + end - 8, &bits, sizeof bits);
    return blocks;
}

#if defined(__x86_64__)

namespace {

#define LARIAT_SHA __attribute__((target("sha,sse4.1,ssse3")))

/// The round constants of FIPS 180-4, 4.2.2.
alignas(16) constexpr std::array<u32, 64> ROUND_CONSTANTS = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

/// The eight state words in the order that the instructions need: A, B, E, F in one register and C, D, G, H
/// in the other, the first word in the highest place.
struct Words {
    __m128i abef, cdgh;
};

LARIAT_SHA inline Words initial_words() noexcept
{
    return {_mm_set_epi32(0x6a09e667, static_cast<int>(0xbb67ae85), 0x510e527f, static_cast<int>(0x9b05688c)),
            _mm_set_epi32(0x3c6ef372, static_cast<int>(0xa54ff53a), 0x1f83d9ab, 0x5be0cd19)};
}

/// Reverses the bytes of each 32-bit word.
LARIAT_SHA inline __m128i big_endian(__m128i words) noexcept
{
    return _mm_shuffle_epi8(words, _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203));
}

/// Compresses one block of each of `N` messages. All loops have constant bounds and are unrolled.
template <int N>
LARIAT_SHA [[gnu::always_inline]] inline void compress(std::array<Words, N>& state,
                                                       const std::array<const u8*, N>& blocks) noexcept
{
    const std::array<Words, N> before = state;
    __m128i words[N][4];  // of the message schedule, the last sixteen
#pragma GCC unroll 16
    for (int i = 0; i < 16; ++i) {
#pragma GCC unroll 2
        for (int n = 0; n < N; ++n) {
            __m128i(&w)[4] = words[n];
            if (i < 4) {
                w[i] = big_endian(_mm_loadu_si128(reinterpret_cast<const __m128i*>(blocks[n]) + i));
            } else {
                const __m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(w[i % 4], w[(i + 1) % 4]),
                                                  _mm_alignr_epi8(w[(i + 3) % 4], w[(i + 2) % 4], 4));
                w[i % 4] = _mm_sha256msg2_epu32(sum, w[(i + 3) % 4]);
            }
            const __m128i constants =
                _mm_load_si128(reinterpret_cast<const __m128i*>(ROUND_CONSTANTS.data()) + i);
            const __m128i four = _mm_add_epi32(w[i % 4], constants);
            state[n].cdgh = _mm_sha256rnds2_epu32(state[n].cdgh, state[n].abef, four);
            state[n].abef =
                _mm_sha256rnds2_epu32(state[n].abef, state[n].cdgh, _mm_shuffle_epi32(four, 0x0e));
        }
    }
#pragma GCC unroll 2
    for (int n = 0; n < N; ++n) {
        state[n].abef = _mm_add_epi32(state[n].abef, before[n].abef);
        state[n].cdgh = _mm_add_epi32(state[n].cdgh, before[n].cdgh);
    }
}

LARIAT_SHA inline void write_digest(const Words& state, Hash32& out) noexcept
{
    const __m128i feba = _mm_shuffle_epi32(state.abef, 0x1b);
    const __m128i dchg = _mm_shuffle_epi32(state.cdgh, 0xb1);
    auto* const to = reinterpret_cast<__m128i*>(out.bytes.data());
    _mm_storeu_si128(to, big_endian(_mm_blend_epi16(feba, dchg, 0xf0)));
    _mm_storeu_si128(to + 1, big_endian(_mm_alignr_epi8(dchg, feba, 8)));
}

LARIAT_SHA inline void compress_rest(Words& state, Sha256Blocks message, std::size_t from) noexcept
{
    std::array<Words, 1> one{state};
    for (std::size_t i = from; i < message.count; ++i) compress<1>(one, {message.bytes + i * SHA256_BLOCK});
    state = one[0];
}

}  // namespace

bool sha256_has_instructions() noexcept
{
    static const bool has = [] {
        constexpr unsigned SHA_OF_LEAF_7 = 1U << 29U;
        unsigned a = 0;
        unsigned b = 0;
        unsigned c = 0;
        unsigned d = 0;
        return __builtin_cpu_supports("sse4.1") && __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 &&
               (b & SHA_OF_LEAF_7) != 0;
    }();
    return has;
}

LARIAT_SHA Hash32 sha256_one(Sha256Blocks message) noexcept
{
    Words state = initial_words();
    compress_rest(state, message, 0);
    Hash32 out;
    write_digest(state, out);
    return out;
}

LARIAT_SHA void sha256_two(Sha256Blocks first, Sha256Blocks second, Hash32& first_out,
                           Hash32& second_out) noexcept
{
    std::array<Words, 2> state{initial_words(), initial_words()};
    const std::size_t both = std::min(first.count, second.count);
    for (std::size_t i = 0; i < both; ++i)
        compress<2>(state, {first.bytes + i * SHA256_BLOCK, second.bytes + i * SHA256_BLOCK});
    if (first.count > both) compress_rest(state[0], first, both);
    if (second.count > both) compress_rest(state[1], second, both);
    write_digest(state[0], first_out);
    write_digest(state[1], second_out);
}

#undef LARIAT_SHA

#else

bool sha256_has_instructions() noexcept
{
    return false;
}

Hash32 sha256_one(Sha256Blocks) noexcept
{
    LARIAT_ASSERT(!"this processor has no instructions for SHA-256");
    return {};
}

void sha256_two(Sha256Blocks, Sha256Blocks, Hash32&, Hash32&) noexcept
{
    LARIAT_ASSERT(!"this processor has no instructions for SHA-256");
}

#endif

}  // namespace lariat
