// Implements the AES form of the keyed hash; see key_hash.hpp.
#include "state/index/key_hash.hpp"

#include <cstring>

#include "lariat/assert.hpp"

#if defined(__x86_64__)
#include <wmmintrin.h>
#endif

namespace lariat::state {

#if defined(__x86_64__)

namespace {

constexpr std::size_t BLOCK = 16;

template <class Word>
inline u64 word_at(const u8* at) noexcept
{
    Word word;
    std::memcpy(&word, at, sizeof(word));
    return word;
}

/// The last block of a key whose bytes do not fill it, padded with zeros. Put together from words that may
/// overlap: bytes copied one by one into memory and loaded as a whole would be waited for.
inline __m128i padded(const u8* at, std::size_t size) noexcept
{
    u64 low = 0, high = 0;
    if (size >= 8) {
        low = word_at<u64>(at);
        if (size > 8) high = word_at<u64>(at + size - 8) >> (8 * (BLOCK - size));
    } else if (size >= 4) {
        low = word_at<u32>(at) | word_at<u32>(at + size - 4) << (8 * (size - 4));
    } else {
        low = at[0] | u64{at[size / 2]} << (8 * (size / 2)) | u64{at[size - 1]} << (8 * (size - 1));
    }
    return _mm_set_epi64x(static_cast<long long>(high), static_cast<long long>(low));
}

__attribute__((target("aes"))) inline __m128i mix(__m128i state, __m128i block) noexcept
{
    const __m128i zero = _mm_setzero_si128();
    state = _mm_xor_si128(state, block);
    for (int round = 0; round < 4; ++round) state = _mm_aesenc_si128(state, zero);
    return state;
}

}  // namespace

KeyHash::Kind KeyHash::best() noexcept
{
    return __builtin_cpu_supports("aes") != 0 ? Kind::aes : Kind::siphash;
}

__attribute__((target("aes"))) u64 KeyHash::aes_hash(SipSecret secret, BytesView key) noexcept
{
    __m128i state = _mm_set_epi64x(static_cast<long long>(secret.k1),
                                   static_cast<long long>(secret.k0 ^ u64{key.size()}));
    const u8* at = key.data();
    std::size_t left = key.size();
    for (; left >= BLOCK; at += BLOCK, left -= BLOCK)
        state = mix(state, _mm_loadu_si128(reinterpret_cast<const __m128i*>(at)));
    if (left != 0) state = mix(state, padded(at, left));
    return static_cast<u64>(_mm_cvtsi128_si64(state));
}

#else

KeyHash::Kind KeyHash::best() noexcept
{
    return Kind::siphash;
}

u64 KeyHash::aes_hash(SipSecret, BytesView) noexcept
{
    LARIAT_ASSERT(!"there are no AES instructions");
    return 0;
}

#endif

}  // namespace lariat::state
