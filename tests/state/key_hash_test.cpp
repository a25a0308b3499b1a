// Tests of the keyed hash of tables in memory: AES instructions against its definition, and properties of
// both forms.
#include "state/index/key_hash.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <set>

namespace lariat::state::key_hash_test {
namespace {

using Block = std::array<u8, 16>;

u8 times_two(u8 byte)
{
    return static_cast<u8>(byte << 1 ^ ((byte & 0x80) != 0 ? 0x1b : 0));
}

u8 product(u8 a, u8 b)
{
    u8 sum = 0;
    for (; b != 0; b >>= 1, a = times_two(a))
        if ((b & 1) != 0) sum ^= a;
    return sum;
}

/// The inverse in the field of 256 elements, then the affine map of FIPS 197, section 5.1.1.
u8 substitute(u8 byte)
{
    u8 inverse = 0;
    for (int i = 1; i < 256 && inverse == 0; ++i)
        if (product(byte, static_cast<u8>(i)) == 1) inverse = static_cast<u8>(i);
    u8 mapped = 0x63;
    for (int turn = 0; turn <= 4; ++turn) mapped ^= std::rotl(inverse, turn);
    return mapped;
}

/// SubBytes, ShiftRows and MixColumns, with a round key of zeros.
Block round_of(const Block& in)
{
    Block out{};
    for (std::size_t column = 0; column < 4; ++column) {
        std::array<u8, 4> shifted{};
        for (std::size_t row = 0; row < 4; ++row) shifted[row] = substitute(in[(column + row) % 4 * 4 + row]);
        for (std::size_t row = 0; row < 4; ++row) {
            out[column * 4 + row] =
                static_cast<u8>(times_two(shifted[row]) ^ times_two(shifted[(row + 1) % 4]) ^
                                shifted[(row + 1) % 4] ^ shifted[(row + 2) % 4] ^ shifted[(row + 3) % 4]);
        }
    }
    return out;
}

u64 by_definition(SipSecret secret, BytesView key)
{
    Block state{};
    for (std::size_t i = 0; i < 8; ++i) {
        state[i] = static_cast<u8>((secret.k0 ^ key.size()) >> (8 * i));
        state[8 + i] = static_cast<u8>(secret.k1 >> (8 * i));
    }
    for (std::size_t begin = 0; begin < key.size(); begin += 16) {
        for (std::size_t i = begin; i < std::min(begin + 16, key.size()); ++i) state[i - begin] ^= key[i];
        for (int round = 0; round < 4; ++round) state = round_of(state);
    }
    u64 hash = 0;
    for (std::size_t i = 0; i < 8; ++i) hash |= u64{state[i]} << (8 * i);
    return hash;
}

Bytes random_bytes(std::mt19937_64& random, std::size_t size)
{
    Bytes bytes(size);
    for (u8& byte : bytes) byte = static_cast<u8>(random());
    return bytes;
}

std::vector<KeyHash::Kind> kinds()
{
    std::vector<KeyHash::Kind> all{KeyHash::Kind::siphash};
    if (KeyHash::best() == KeyHash::Kind::aes) all.push_back(KeyHash::Kind::aes);
    return all;
}

TEST(KeyHash, WithAesIsFourRoundsForEachBlock)
{
    if (KeyHash::best() != KeyHash::Kind::aes) GTEST_SKIP() << "this processor has no AES instructions";
    std::mt19937_64 random(1);
    for (std::size_t size = 0; size <= 100; ++size) {
        const SipSecret secret{random(), random()};
        const Bytes key = random_bytes(random, size);
        EXPECT_EQ(KeyHash(secret)(key), by_definition(secret, key)) << size << " bytes";
    }
}

TEST(KeyHash, WithoutAesIsSipHash)
{
    const SipSecret secret{1, 2};
    const Bytes key{1, 2, 3};
    EXPECT_EQ(KeyHash(secret, KeyHash::Kind::siphash)(key), (siphash<1, 3>(secret, key)));
}

TEST(KeyHash, EveryByteOfKeyAndSecretAndTheLengthMove)
{
    std::mt19937_64 random(2);
    for (const KeyHash::Kind kind : kinds()) {
        for (const std::size_t size : {1, 15, 16, 17, 32, 33, 64}) {
            const Bytes key(size, 0);
            std::set<u64> hashes{KeyHash({1, 2}, kind)(key), KeyHash({1, 3}, kind)(key),
                                 KeyHash({u64{1} << 40, 2}, kind)(key),
                                 KeyHash({1, 2}, kind)(Bytes(size + 1, 0))};
            for (std::size_t i = 0; i < size; ++i) {
                Bytes other = key;
                other[i] = static_cast<u8>(random() | 1);
                hashes.insert(KeyHash({1, 2}, kind)(other));
            }
            EXPECT_EQ(hashes.size(), 4 + size);
        }
    }
}

/// Keys as a chain has them, alike but for a number: their tags must spread like those of random keys. With
/// 2^16 tags of 32 bits one pair in 2^32 is equal, so more than a handful of equal ones has no other cause
/// than the hash.
TEST(KeyHash, TagsOfKeysThatAreAlikeSpread)
{
    for (const KeyHash::Kind kind : kinds()) {
        const KeyHash hash({3, 4}, kind);
        std::set<u32> high;
        std::set<u32> low;
        for (u32 number = 0; number < 65'536; ++number) {
            Bytes key(32, 7);
            key[20] = static_cast<u8>(number);
            key[21] = static_cast<u8>(number >> 8);
            high.insert(static_cast<u32>(hash(key) >> 32));
            low.insert(static_cast<u32>(hash(key)));
        }
        EXPECT_GT(high.size(), 65'530U);
        EXPECT_GT(low.size(), 65'530U);
    }
}

}  // namespace
}  // namespace lariat::state::key_hash_test
