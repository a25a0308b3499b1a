// Implements the AES form of the keyed hash; see key_hash.hpp.
#include "state/index/key_hash.hpp"

#include "lariat/assert.hpp"

#if defined(__x86_64__)
#include <wmmintrin.h>
#endif

namespace lariat::state {

#if defined(__x86_64__)

namespace {

constexpr std::size_t BLOCK = 16;

__attribute__((target("aes"))) inline __m128i mix(__m128i state, const u8* block) noexcept
{
    const __m128i zero = _mm_setzero_si128();
    state = _mm_xor_si128(state, _mm_loadu_si128(reinterpret_cast<const __m128i*>(block)));
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
    for (; left >= BLOCK; at += BLOCK, left -= BLOCK) state = mix(state, at);
    if (left != 0) {
        alignas(BLOCK) std::array<u8, BLOCK> last{};
        std::memcpy(last.data(), at, left);
        state = mix(state, last.data());
    }
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
