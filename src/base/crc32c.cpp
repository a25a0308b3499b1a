// CRC-32C with the processor's instruction where there is one, and by tables; see crc32c.hpp.
#include "base/crc32c.hpp"

#include <bit>

#if defined(__x86_64__)
#include <nmmintrin.h>
#endif

namespace lariat {

namespace {

constexpr u32 POLYNOMIAL = 0x82f63b78;  // its bits reversed, as is every value here

using Table = std::array<std::array<u32, 256>, 8>;

/// tables[k][b]: what byte b does to the checksum when k more bytes of zero follow.
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

/// The instruction takes three steps but can begin one at each step: long inputs are read as three
/// lanes of this many bytes at once, and their checksums joined.
constexpr std::size_t LANE_SIZE = 512;

using Shift = std::array<std::array<u32, 256>, 4>;

/// shift[k][b]: byte k of a checksum, being b, after LANE_SIZE bytes of zero.
constexpr Shift make_shift()
{
    std::array<u32, 32> bits{};
    for (std::size_t bit = 0; bit < 32; ++bit) {
        u32 crc = u32{1} << bit;
        for (std::size_t i = 0; i < LANE_SIZE; ++i) crc = crc >> 8U ^ TABLES[0][crc & 0xffU];
        bits[bit] = crc;
    }
    Shift shift{};
    for (std::size_t k = 0; k < 4; ++k) {
        for (std::size_t b = 0; b < 256; ++b) {
            for (std::size_t bit = 0; bit < 8; ++bit) {
                if ((b >> bit & 1U) != 0) shift[k][b] ^= bits[8 * k + bit];
            }
        }
    }
    return shift;
}

constexpr Shift SHIFT = make_shift();

/// Before it is set, while the program starts, the tables give the same results.
const bool HAS_INSTRUCTION = __builtin_cpu_supports("sse4.2") != 0;

u64 shift_lane(u64 crc) noexcept
{
    return SHIFT[0][crc & 0xffU] ^ SHIFT[1][crc >> 8U & 0xffU] ^ SHIFT[2][crc >> 16U & 0xffU] ^
           SHIFT[3][crc >> 24U & 0xffU];
}

__attribute__((target("sse4.2"))) u32 crc32c_sse42(BytesView bytes, u32 seed) noexcept
{
    const u8* at = bytes.data();
    std::size_t left = bytes.size();
    u64 crc = ~seed;
    for (; left >= 3 * LANE_SIZE; at += 3 * LANE_SIZE, left -= 3 * LANE_SIZE) {
        u64 second = 0;
        u64 third = 0;
        for (std::size_t i = 0; i < LANE_SIZE; i += 8) {
            crc = _mm_crc32_u64(crc, load_word(at + i));
            second = _mm_crc32_u64(second, load_word(at + LANE_SIZE + i));
            third = _mm_crc32_u64(third, load_word(at + 2 * LANE_SIZE + i));
        }
        crc = shift_lane(shift_lane(crc) ^ second) ^ third;
    }
    // Four at a time: a short record's checksum is on the way of every read of the store.
    for (; left >= 32; at += 32, left -= 32) {
        crc = _mm_crc32_u64(crc, load_word(at));
        crc = _mm_crc32_u64(crc, load_word(at + 8));
        crc = _mm_crc32_u64(crc, load_word(at + 16));
        crc = _mm_crc32_u64(crc, load_word(at + 24));
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
    if (HAS_INSTRUCTION) return crc32c_sse42(bytes, seed);
#endif
    return crc32c_portable(bytes, seed);
}

}  // namespace lariat
