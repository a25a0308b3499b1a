// Tests of CRC-32C: published values, and the table against the implementation in use.
#include "base/crc32c.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

namespace lariat {
namespace {

void expect_both(BytesView bytes, u32 expected)
{
    EXPECT_EQ(crc32c(bytes), expected);
    EXPECT_EQ(crc32c_portable(bytes), expected);
}

TEST(Crc32c, GivesThePublishedValues)
{
    expect_both({}, 0);
    expect_both(view("123456789"), 0xe3069283);
    // RFC 3720, B.4
    expect_both(Bytes(32, 0x00), 0x8a9136aa);
    expect_both(Bytes(32, 0xff), 0x62a8ab43);
    Bytes ascending(32);
    std::iota(ascending.begin(), ascending.end(), u8{0});
    expect_both(ascending, 0x46dd794e);
    expect_both(Bytes(ascending.rbegin(), ascending.rend()), 0x113fdb5c);
}

TEST(Crc32c, BothPathsAgreeOnEveryLengthAndAlignment)
{
    std::mt19937_64 random(1);
    Bytes bytes(9000);
    for (u8& b : bytes) b = static_cast<u8>(random());
    for (std::size_t length = 0; length <= 200; ++length) {
        for (std::size_t from = 0; from < 9; ++from) {
            const BytesView part = BytesView(bytes).subspan(from, length);
            ASSERT_EQ(crc32c(part), crc32c_portable(part)) << length;
        }
    }
    for (std::size_t length = 200; length < 1700; ++length) {
        const BytesView part = BytesView(bytes).subspan(length % 8, length);
        ASSERT_EQ(crc32c(part), crc32c_portable(part)) << length;
    }
    for (std::size_t length = 1500; length + 8 < bytes.size(); length += 37) {
        const BytesView part = BytesView(bytes).subspan(length % 8, length);
        ASSERT_EQ(crc32c(part, 7), crc32c_portable(part, 7)) << length;
    }
}

TEST(Crc32c, GoesOnFromTheResultForTheBytesBefore)
{
    std::mt19937_64 random(2);
    Bytes bytes(5000);
    for (u8& b : bytes) b = static_cast<u8>(random());
    const BytesView whole(bytes);
    for (std::size_t cut = 0; cut <= bytes.size(); cut += 61) {
        ASSERT_EQ(crc32c(whole.subspan(cut), crc32c(whole.first(cut))), crc32c(whole));
        ASSERT_EQ(crc32c_portable(whole.subspan(cut), crc32c_portable(whole.first(cut))), crc32c(whole));
    }
}

TEST(Crc32c, NoticesEachFlippedBit)
{
    Bytes bytes(88, 0x5a);
    const u32 right = crc32c(bytes);
    for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
        bytes[bit / 8] ^= static_cast<u8>(1U << bit % 8);
        ASSERT_NE(crc32c(bytes), right);
        bytes[bit / 8] ^= static_cast<u8>(1U << bit % 8);
    }
}

}  // namespace
}  // namespace lariat
