// Tests of SipHash: values of its authors, and Crypto++'s implementation for every short length.
#include "base/siphash.hpp"

#include <cryptopp/siphash.h>
#include <gtest/gtest.h>

#include <numeric>
#include <random>

namespace lariat {
namespace {

constexpr SipSecret PAPER_SECRET{0x0706050403020100, 0x0f0e0d0c0b0a0908};

TEST(SipHash, GivesThePublishedValues)
{
    Bytes bytes(16);
    std::iota(bytes.begin(), bytes.end(), u8{0});
    const BytesView all(bytes);
    EXPECT_EQ((siphash<2, 4>(PAPER_SECRET, {})), 0x726fdb47dd0e0e31U);
    EXPECT_EQ((siphash<2, 4>(PAPER_SECRET, all.first(1))), 0x74f839c593dc67fdU);
    EXPECT_EQ((siphash<2, 4>(PAPER_SECRET, all.first(8))), 0x93f5f5799a932462U);
    EXPECT_EQ((siphash<2, 4>(PAPER_SECRET, all.first(15))), 0xa129ca6149be45e5U);
}

template <int WORD_ROUNDS, int LAST_ROUNDS>
u64 by_cryptopp(SipSecret secret, BytesView bytes)
{
    std::array<u8, 16> key{};
    for (std::size_t i = 0; i < 8; ++i) {
        key[i] = static_cast<u8>(secret.k0 >> (8 * i));
        key[8 + i] = static_cast<u8>(secret.k1 >> (8 * i));
    }
    CryptoPP::SipHash<WORD_ROUNDS, LAST_ROUNDS, false> hash(key.data(), 16);
    std::array<u8, 8> digest{};
    hash.CalculateDigest(digest.data(), bytes.data(), bytes.size());
    u64 value = 0;
    for (std::size_t i = 0; i < 8; ++i) value |= u64{digest[i]} << (8 * i);
    return value;
}

TEST(SipHash, IsWhatCryptoppComputes)
{
    std::mt19937_64 random(1);
    for (std::size_t length = 0; length < 300; ++length) {
        const SipSecret secret{random(), random()};
        Bytes bytes(length);
        for (u8& b : bytes) b = static_cast<u8>(random());
        ASSERT_EQ((siphash<2, 4>(secret, bytes)), (by_cryptopp<2, 4>(secret, bytes))) << length;
        ASSERT_EQ((siphash<1, 3>(secret, bytes)), (by_cryptopp<1, 3>(secret, bytes))) << length;
    }
}

}  // namespace
}  // namespace lariat
