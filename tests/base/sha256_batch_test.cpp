// Tests that SHA-256 gives the same digests with and without processor instructions, alone and in pairs.
#include "base/sha256_batch.hpp"

#include <gtest/gtest.h>

#include "base/hash.hpp"
#include "base/hex.hpp"

namespace lariat::sha256_batch_test {
namespace {

Bytes message(std::size_t size)
{
    Bytes bytes(size);
    for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<u8>(i * 131 + size * 7 + i / 256);
    return bytes;
}

/// By OpenSSL, whatever the processor has.
Hash32 reference(BytesView bytes)
{
    Sha256 hasher;
    hasher.update(bytes);
    return hasher.finish();
}

Sha256Blocks padded(Bytes& bytes)
{
    const std::size_t size = bytes.size();
    bytes.resize(size + 2 * SHA256_BLOCK);
    return {bytes.data(), sha256_pad(bytes.data(), size)};
}

TEST(Sha256Batch, OneMessageOfAnyLengthHasTheDigestOfTheReference)
{
    for (std::size_t size = 0; size < 700; ++size) {
        const Bytes bytes = message(size);
        EXPECT_EQ(sha256(bytes), reference(bytes)) << size;
    }
}

TEST(Sha256Batch, AnyTwoLengthsSideBySideHaveTheDigestsOfTheReference)
{
    for (std::size_t first = 0; first < 600; first += 29) {
        for (std::size_t second = 0; second < 600; second += 31) {
            const std::array messages{message(first), message(second)};
            std::array<Hash32, 2> found;
            Sha256Batch batch;
            batch.add(found[0], {messages[0]});
            batch.add(found[1], {messages[1]});
            batch.finish();
            EXPECT_EQ(found[0], reference(messages[0])) << first << " beside " << second;
            EXPECT_EQ(found[1], reference(messages[1])) << second << " beside " << first;
        }
    }
}

TEST(Sha256Batch, AnyNumberOfMessagesAndNodesIsHashed)
{
    for (std::size_t count = 0; count < 9; ++count) {
        std::vector<Hash32> found(2 * count);
        Sha256Batch batch;
        for (std::size_t i = 0; i < count; ++i) {
            const Bytes key = message(i);
            const Bytes value = message(40 * i);
            batch.add(found[2 * i], {key, value});
            batch.add_node(found[2 * i + 1], 7, reference(key), reference(value));
        }
        batch.finish();
        for (std::size_t i = 0; i < count; ++i) {
            Bytes both = message(i);
            const Bytes value = message(40 * i);
            const Hash32 left = reference(both);
            const Hash32 right = reference(value);
            both.insert(both.end(), value.begin(), value.end());
            EXPECT_EQ(found[2 * i], reference(both));
            Bytes node{7};
            node.insert(node.end(), left.bytes.begin(), left.bytes.end());
            node.insert(node.end(), right.bytes.begin(), right.bytes.end());
            EXPECT_EQ(found[2 * i + 1], reference(node));
            EXPECT_EQ(sha256_node(7, left, right), reference(node));
        }
    }
}

TEST(Sha256Blocks, TheInstructionsGiveTheDigestsOfFIPS180)
{
    if (!sha256_has_instructions()) GTEST_SKIP() << "this processor has none";
    Bytes abc{'a', 'b', 'c'};
    Bytes nothing;
    Hash32 first;
    Hash32 second;
    const Sha256Blocks of_abc = padded(abc);
    const Sha256Blocks of_nothing = padded(nothing);
    sha256_two(of_abc, of_nothing, first, second);
    EXPECT_EQ(to_hex(first), "0xba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(to_hex(second), "0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(sha256_one(of_abc), first);
}

}  // namespace
}  // namespace lariat::sha256_batch_test
