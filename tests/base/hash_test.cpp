// Tests of the hashes: SHA-256 of short and long messages against OpenSSL and published answers, Keccak and
// SHA-3 against Crypto++.
#include "base/hash.hpp"

#include <cryptopp/keccak.h>
#include <cryptopp/sha3.h>
#include <gtest/gtest.h>
#include <openssl/evp.h>

#include "base/hex.hpp"
#include "base/keccak.hpp"

namespace lariat {
namespace {

Hash32 reference(BytesView bytes)
{
    Hash32 out;
    unsigned size = 0;
    EXPECT_EQ(EVP_Digest(bytes.data(), bytes.size(), out.bytes.data(), &size, EVP_sha256(), nullptr), 1);
    EXPECT_EQ(size, 32U);
    return out;
}

template <class Hasher>
Hash32 by_cryptopp(BytesView bytes)
{
    Hash32 out;
    Hasher().CalculateDigest(out.bytes.data(), bytes.data(), bytes.size());
    return out;
}

TEST(Hash, KeccakAndSha3GiveThePublishedAnswers)
{
    EXPECT_EQ(to_hex(keccak256(BytesView{})),
              "0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470");
    EXPECT_EQ(to_hex(sha3_256(BytesView{})),
              "0xa7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a");
    EXPECT_EQ(to_hex(sha3_256(view("abc"))),
              "0x3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532");
}

TEST(Hash, KeccakAndSha3OfEveryShortLengthInAnyPartsAreThatOfTheWhole)
{
    Bytes bytes;
    for (std::size_t size = 0; size <= 700; ++size) {
        const Hash32 expected = by_cryptopp<CryptoPP::Keccak_256>(bytes);
        ASSERT_EQ(keccak256(bytes), expected) << size;
        ASSERT_EQ(sha3_256(bytes), by_cryptopp<CryptoPP::SHA3_256>(bytes)) << size;
        const BytesView whole = bytes;
        for (const std::size_t a : {std::size_t{1}, size / 3, size / 8 * 8}) {
            if (a > size) continue;
            const std::size_t b = std::max(a, size / 2);
            ASSERT_EQ(keccak256({whole.first(a), {}, whole.subspan(a, b - a), whole.subspan(b)}), expected)
                << size;
        }
        bytes.push_back(static_cast<u8>(size * 7 + 1));
    }
}

TEST(Hash, ManyMessagesHashAsEachAlone)
{
    std::vector<Hash32> messages;
    for (u64 seed = 0; messages.size() < 11; ++seed) {
        EXPECT_EQ(keccak256_each(messages).size(), messages.size());
        for (std::size_t i = 0; i < messages.size(); ++i)
            EXPECT_EQ(keccak256_each(messages)[i], keccak256(view(messages[i])))
                << i << " of " << messages.size();
        messages.push_back(sha256(view(std::to_string(seed))));
    }
}

TEST(Hash, KeccakPermutesAlikeWithAndWithoutTheInstructionsOfThisProcessor)
{
    keccak::Lanes plainly{}, here{};
    for (int i = 0; i < 1'000; ++i) {
        keccak::permute_plainly(plainly);
        keccak::permute(here);
        ASSERT_EQ(plainly, here) << i;
    }
}

TEST(Hash, Sha256GivesThePublishedAnswers)
{
    EXPECT_EQ(to_hex(sha256(BytesView{})),
              "0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(to_hex(sha256(view("abc"))),
              "0xba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Hash, Sha256OfEveryShortLengthInAnyPartsIsThatOfTheWhole)
{
    Bytes bytes;
    for (std::size_t size = 0; size <= 700; ++size) {
        const Hash32 expected = reference(bytes);
        ASSERT_EQ(sha256(bytes), expected) << size;
        const BytesView whole = bytes;
        const std::size_t a = size / 3;
        const std::size_t b = size / 2;
        ASSERT_EQ(sha256({whole.first(a), {}, whole.subspan(a, b - a), whole.subspan(b)}), expected) << size;
        bytes.push_back(static_cast<u8>(size * 7 + 1));
    }
}

TEST(Hash, Sha256NodeIsTheHashOfItsParts)
{
    Hash32 left = sha256(view("left"));
    Hash32 right = sha256(view("right"));
    for (int tag = 0; tag < 256; ++tag) {
        const u8 byte = static_cast<u8>(tag);
        ASSERT_EQ(sha256_node(byte, left, right), sha256({{&byte, 1}, view(left), view(right)}));
        left = sha256_node(byte, right, left);
        std::swap(left, right);
    }
}

}  // namespace
}  // namespace lariat
