// Tests of UTF-8: every code point in both directions, and every kind of malformed sequence.
#include "base/utf8.hpp"

#include <gtest/gtest.h>

namespace lariat {
namespace {

TEST(Utf8, EveryCodePointSurvivesAndSurrogatesHaveNoEncoding)
{
    for (u32 value = 0; value <= 0x110010; ++value) {
        std::string out;
        const bool exists = value <= 0x10ffff && (value < 0xd800 || value > 0xdfff);
        ASSERT_EQ(utf8::append(out, value), exists) << value;
        ASSERT_EQ(utf8::encoded_length(value), out.size());
        if (!exists) continue;
        const auto point = utf8::decode(view(out));
        ASSERT_TRUE(point) << value;
        ASSERT_EQ(point->value, value);
        ASSERT_EQ(point->length, out.size());
    }
}

TEST(Utf8, MalformedSequencesAreRefused)
{
    const std::string_view refused[] = {
        "\x80",
        "\xbf",
        "\xc0\x80",
        "\xc1\xbf",
        "\xc2",
        "\xc2\x41",
        "\xe0\x9f\xbf",
        "\xe0\x80\x80",
        "\xed\xa0\x80",
        "\xed\xbf\xbf",
        "\xe2\x82",
        "\xe2\x82\x41",
        "\xf0\x8f\xbf\xbf",
        "\xf0\x80\x80\x80",
        "\xf4\x90\x80\x80",
        "\xf5\x80\x80\x80",
        "\xf0\x9f\x98",
        "\xff",
        "\xfe",
        "\xf8\x88\x80\x80\x80",
    };
    for (const auto bytes : refused) {
        EXPECT_FALSE(utf8::decode(view(bytes))) << testing::PrintToString(bytes);
        EXPECT_FALSE(utf8::valid(view(bytes)));
        EXPECT_FALSE(utf8::count(view(bytes)));
    }
    EXPECT_FALSE(utf8::decode({}));
}

TEST(Utf8, ExactlyTheEncodingsOfCodePointsOfTwoAndThreeBytesAreAccepted)
{
    u32 two = 0, three = 0;
    for (u32 a = 0x80; a < 0x100; ++a)
        for (u32 b = 0; b < 0x100; ++b) {
            std::array<u8, 3> bytes{static_cast<u8>(a), static_cast<u8>(b), 0};
            two += utf8::decode(BytesView(bytes).first(2)).has_value();
            for (u32 c = 0x7f; c < 0xc1; ++c) {
                bytes[2] = static_cast<u8>(c);
                const auto point = utf8::decode(bytes);
                three += point && point->length == 3;
            }
        }
    EXPECT_EQ(two, 0x800u - 0x80u);
    EXPECT_EQ(three, 0x10000u - 0x800u - 0x800u);
}

TEST(Utf8, CountsCodePointsAndTellsWhereTheTextGoesWrong)
{
    EXPECT_EQ(utf8::count(view("a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80")), 4u);
    EXPECT_EQ(utf8::count({}), 0u);
    EXPECT_EQ(utf8::valid_prefix(view("a\xc3\xa9\xff"
                                      "b")),
              3u);
    EXPECT_EQ(utf8::valid_prefix(view("ab\xe2\x82")), 2u);
}

}  // namespace
}  // namespace lariat
