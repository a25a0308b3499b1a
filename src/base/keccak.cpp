// Keccak. The permutation is compiled thrice from one source: with BMI1 and BMI2, whose ANDN and RORX do a
// step in one instruction and keep their operands, it takes three quarters of the time; with AVX2, on four
// states at once, little more than that for all four.
#include "base/keccak.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "lariat/assert.hpp"

namespace lariat::keccak {

static_assert(std::endian::native == std::endian::little, "lanes are read as they stand in memory");

namespace {

constexpr std::size_t ROUNDS = 24;
constexpr std::size_t RATE =
    136;  // bytes: what is left of 200 when twice the 256 bits of the result are kept

/// FIPS 202, algorithm 5: a shift register of eight bits gives the bits 0, 1, 3, 7 … 63 of each round.
constexpr std::array<u64, ROUNDS> ROUND_CONSTANTS = [] {
    std::array<u64, ROUNDS> out{};
    u32 shifted = 1;
    for (u64& constant : out)
        for (u32 bit = 1; bit <= 64; bit *= 2) {
            if ((shifted & 1) != 0) constant |= u64{1} << (bit - 1);
            shifted = shifted << 1 ^ ((shifted & 0x80) != 0 ? 0x171 : 0);
        }
    return out;
}();
static_assert(ROUND_CONSTANTS[1] == 0x8082 && ROUND_CONSTANTS[23] == 0x8000000080008008);

/// FIPS 202, algorithm 2.
constexpr std::array<int, LANES> ROTATIONS = [] {
    std::array<int, LANES> out{};
    std::size_t x = 1, y = 0;
    for (int t = 0; t < 24; ++t) {
        out[x + 5 * y] = (t + 1) * (t + 2) / 2 % 64;
        const std::size_t next = (2 * x + 3 * y) % 5;
        x = y;
        y = next;
    }
    return out;
}();

/// A word is a lane of one state, or that of four.
template <class Word>
using LanesOf = std::array<Word, LANES>;

template <class Word>
[[gnu::always_inline]] inline void rotate(Word& word, int by) noexcept
{
    if (by != 0) word = word << by | word >> (64 - by);
}

/// Rho, pi and chi for the lanes of one y of the next state.
template <std::size_t y, class Word>
[[gnu::always_inline]] inline void row(const LanesOf<Word>& lanes, const std::array<Word, 5>& theta,
                                       LanesOf<Word>& out) noexcept
{
    std::array<Word, 5> moved;
#pragma GCC unroll 5
    for (std::size_t x = 0; x < 5; ++x) {
        const std::size_t from = (x + 3 * y) % 5;
        moved[x] = lanes[from + 5 * x] ^ theta[from];
        rotate(moved[x], ROTATIONS[from + 5 * x]);
    }
#pragma GCC unroll 5
    for (std::size_t x = 0; x < 5; ++x)
        out[x + 5 * y] = moved[x] ^ (~moved[(x + 1) % 5] & moved[(x + 2) % 5]);
}

template <class Word>
[[gnu::always_inline]] inline void round(const LanesOf<Word>& lanes, LanesOf<Word>& out,
                                         u64 constant) noexcept
{
    std::array<Word, 5> column, theta;
#pragma GCC unroll 5
    for (std::size_t x = 0; x < 5; ++x)
        column[x] = lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20];
#pragma GCC unroll 5
    for (std::size_t x = 0; x < 5; ++x) {
        theta[x] = column[(x + 1) % 5];
        rotate(theta[x], 1);
        theta[x] ^= column[(x + 4) % 5];
    }
    row<0>(lanes, theta, out);
    out[0] ^= constant;
    row<1>(lanes, theta, out);
    row<2>(lanes, theta, out);
    row<3>(lanes, theta, out);
    row<4>(lanes, theta, out);
}

template <class Word>
[[gnu::always_inline]] inline void rounds(LanesOf<Word>& lanes) noexcept
{
    LanesOf<Word> between;
    for (std::size_t i = 0; i < ROUNDS; i += 2) {
        round(lanes, between, ROUND_CONSTANTS[i]);
        round(between, lanes, ROUND_CONSTANTS[i + 1]);
    }
}

/// The sponge: absorbs a message, block by block.
class Sponge {
public:
    void absorb(BytesView bytes) noexcept
    {
        while (!bytes.empty()) {
            const std::size_t part = std::min(bytes.size(), RATE - filled_);
            take(bytes.data(), part);
            bytes = bytes.subspan(part);
        }
    }
    Hash32 finish(Padding padding) noexcept
    {
        at(filled_) ^= static_cast<u8>(padding);
        at(RATE - 1) ^= 0x80;
        permute(lanes_);
        Hash32 out;
        std::memcpy(out.bytes.data(), lanes_.data(), out.bytes.size());
        return out;
    }

private:
    u8& at(std::size_t i) noexcept { return reinterpret_cast<u8*>(lanes_.data())[i]; }

    /// Absorbs at most as many bytes as fit in the current block.
    void take(const u8* bytes, std::size_t n) noexcept
    {
        std::size_t i = 0;
        if (filled_ % 8 == 0)
            for (; i + 8 <= n; i += 8) {
                u64 lane = 0;
                std::memcpy(&lane, bytes + i, 8);
                lanes_[(filled_ + i) / 8] ^= lane;
            }
        for (; i < n; ++i) at(filled_ + i) ^= bytes[i];
        filled_ += n;
        if (filled_ != RATE) return;
        permute(lanes_);
        filled_ = 0;
    }

    Lanes lanes_{};
    std::size_t filled_ = 0;
};

#if defined(__x86_64__)
const bool HAS_BMI = __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");

[[gnu::target("bmi,bmi2")]] void permute_with_bmi(Lanes& lanes) noexcept
{
    rounds(lanes);
}

using FourWords [[gnu::vector_size(32)]] = u64;
constexpr std::size_t FOUR = 4, WORDS_OF_HASH = sizeof(Hash32) / 8;
const bool HAS_AVX2 = __builtin_cpu_supports("avx2");

/// The hashes of four messages of 32 bytes.
[[gnu::target("avx2")]] void hash_four_with_avx2(Padding padding, const Hash32* messages,
                                                 Hash32* out) noexcept
{
    LanesOf<FourWords> lanes{};
    for (std::size_t m = 0; m < FOUR; ++m)
        for (std::size_t i = 0; i < WORDS_OF_HASH; ++i) {
            u64 word = 0;
            std::memcpy(&word, messages[m].bytes.data() + 8 * i, 8);
            lanes[i][m] = word;
        }
    for (std::size_t m = 0; m < FOUR; ++m) {
        lanes[WORDS_OF_HASH][m] = static_cast<u8>(padding);
        lanes[RATE / 8 - 1][m] = u64{0x80} << 56;
    }
    rounds(lanes);
    for (std::size_t m = 0; m < FOUR; ++m)
        for (std::size_t i = 0; i < WORDS_OF_HASH; ++i) {
            const u64 word = lanes[i][m];
            std::memcpy(out[m].bytes.data() + 8 * i, &word, 8);
        }
}
#endif

}  // namespace

void permute_plainly(Lanes& lanes) noexcept
{
    rounds(lanes);
}

void permute(Lanes& lanes) noexcept
{
#if defined(__x86_64__)
    if (HAS_BMI) return permute_with_bmi(lanes);
#endif
    permute_plainly(lanes);
}

Hash32 hash(Padding padding, std::initializer_list<BytesView> parts) noexcept
{
    Sponge sponge;
    for (const BytesView part : parts) sponge.absorb(part);
    return sponge.finish(padding);
}

void hash_each(Padding padding, std::span<const Hash32> messages, std::span<Hash32> out) noexcept
{
    LARIAT_ASSERT(messages.size() == out.size());
    std::size_t i = 0;
#if defined(__x86_64__)
    if (HAS_AVX2)
        for (; i + FOUR <= messages.size(); i += FOUR)
            hash_four_with_avx2(padding, messages.data() + i, out.data() + i);
#endif
    for (; i < messages.size(); ++i) out[i] = hash(padding, {view(messages[i])});
}

}  // namespace lariat::keccak
