// SHA-256 by its two ways, short and long, against OpenSSL's one-shot call and published answers.
#include "base/hash.hpp"

#include <gtest/gtest.h>
#include <openssl/evp.h>

#include "base/hex.hpp"

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
