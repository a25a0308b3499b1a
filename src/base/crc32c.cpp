// CRC-32C with the processor's instruction where there is one, otherwise with tables.
#include "base/crc32c.hpp"

#include <algorithm>
#include <bit>

#if defined(__x86_64__)
#include <nmmintrin.h>
#include <wmmintrin.h>
#endif

namespace lariat {

namespace {

constexpr u32 POLYNOMIAL = 0x82f63b78;  // its bits reversed, as is every value here

using Table = std::array<std::array<u32, 256>, 8>;

/// tables[k][b]: how byte b changes the checksum when k zero bytes follow it.
constexpr Table make_tables()
{
    Table tables{};
    for (u32 b = 0; b < 256; ++b) {
        u32 crc = b;
        for (int bit = 0; bit < 8; ++bit) crc = crc >> 1U ^ ((crc & 1U) != 0 ? POLYNOMIAL : 0U);
        tables[0][b] = crc;
    }
    for (std::size_t k = 1; k < 8; ++k) {
        for (std::size_t b = 0; b < 256; ++b) {
            const u32 crc = tables[k - 1][b];
            tables[k][b] = crc >> 8U ^ tables[0][crc & 0xffU];
        }
    }
    return tables;
}

constexpr Table TABLES = make_tables();

u64 load_word(const u8* from) noexcept
{
    u64 word = 0;
    if constexpr (std::endian::native == std::endian::little) {
        std::memcpy(&word, from, 8);
    } else {
        for (unsigned i = 0; i < 8; ++i) word |= u64{from[i]} << (8 * i);
    }
    return word;
}

#if defined(__x86_64__)

u32 load_half(const u8* from) noexcept
{
    u32 half = 0;
    std::memcpy(&half, from, 4);
    return half;
}

/// The instruction has a latency of three cycles and a throughput of one per cycle: three lanes of equal
/// length are computed side by side and then combined. Below LANES_FROM one lane is faster.
constexpr std::size_t LANE_WORDS_MAX = 64;
constexpr std::size_t LANES_FROM = 96;

/// powers[n] = x^(64 n - 33). The product of a checksum with it, fed to the instruction, is the checksum
/// after n more zero words.
constexpr std::array<u32, 2 * LANE_WORDS_MAX + 1> make_powers()
{
    std::array<u32, 2 * LANE_WORDS_MAX + 1> powers{};
    u32 power = u32{1} << 31U;  // x to the 0
    const auto times_x = [&](int times) {
        for (; times > 0; --times) power = power >> 1U ^ ((power & 1U) != 0 ? POLYNOMIAL : 0U);
    };
    times_x(64 - 33);
    for (std::size_t n = 1; n < powers.size(); ++n, times_x(64)) powers[n] = power;
    return powers;
}

constexpr std::array<u32, 2 * LANE_WORDS_MAX + 1> POWERS = make_powers();

/// Until it is set during the start of the program, the tables are used and give the same results.
const bool HAS_INSTRUCTIONS = __builtin_cpu_supports("sse4.2") != 0 && __builtin_cpu_supports("pclmul") != 0;

/// The product of two polynomials over GF(2).
__attribute__((target("sse4.2,pclmul"))) u64 product(u64 a, u64 b) noexcept
{
    const __m128i both = _mm_set_epi64x(static_cast<i64>(b), static_cast<i64>(a));
    return static_cast<u64>(_mm_cvtsi128_si64(_mm_clmulepi64_si128(both, both, 0x10)));
}

__attribute__((target("sse4.2,pclmul"))) u32 crc32c_by_instructions(BytesView bytes, u32 seed) noexcept
{
    const u8* at = bytes.data();
    std::size_t left = bytes.size();
    u64 crc = ~seed;
    while (left >= LANES_FROM) {
        const std::size_t words = std::min(left / 24, LANE_WORDS_MAX), lane = 8 * words;
        u64 second = 0;
        u64 third = 0;
        for (const u8* const end = at + lane; at != end; at += 8) {
            crc = _mm_crc32_u64(crc, load_word(at));
            second = _mm_crc32_u64(second, load_word(at + lane));
            third = _mm_crc32_u64(third, load_word(at + 2 * lane));
        }
        const u64 before = product(crc, POWERS[2 * words]) ^ product(second, POWERS[words]);
        crc = _mm_crc32_u64(0, before) ^ third;
        at += 2 * lane;
        left -= 3 * lane;
    }
    for (; left >= 8; at += 8, left -= 8) crc = _mm_crc32_u64(crc, load_word(at));
    if (left >= 4) {
        crc = _mm_crc32_u32(static_cast<u32>(crc), load_half(at));
        at += 4;
        left -= 4;
    }
    for (; left > 0; ++at, --left) crc = _mm_crc32_u8(static_cast<u32>(crc), *at);
    return ~static_cast<u32>(crc);
}

#endif

}  // namespace

u32 crc32c_portable(BytesView bytes, u32 seed) noexcept
{
    const u8* at = bytes.data();
    std::size_t left = bytes.size();
    u32 crc = ~seed;
    for (; left >= 8; at += 8, left -= 8) {
        const u64 word = load_word(at) ^ crc;
        crc = 0;
        for (unsigned k = 0; k < 8; ++k) crc ^= TABLES[7 - k][word >> (8 * k) & 0xffU];
    }
    for (; left > 0; ++at, --left) crc = crc >> 8U ^ TABLES[0][(crc ^ *at) & 0xffU];
    return ~crc;
}

u32 crc32c(BytesView bytes, u32 seed) noexcept
{
#if defined(__x86_64__)
    if (HAS_INSTRUCTIONS) return crc32c_by_instructions(bytes, seed);
#endif
    return crc32c_portable(bytes, seed);
}

}  // namespace lariat
