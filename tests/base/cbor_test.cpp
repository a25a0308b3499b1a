// Tests of canonical CBOR: examples of RFC 8949 appendix A, and every refusal.
#include "base/cbor.hpp"

#include <gtest/gtest.h>

#include "base/hex.hpp"

namespace lariat {
namespace {

constexpr u32 DEPTH = 64;

std::string hex(const CborWriter& w)
{
    return to_hex(w.bytes()).substr(2);
}

Bytes bytes_of(std::string_view hex_digits)
{
    return from_hex("0x" + std::string(hex_digits)).value();
}

CborFault fault(std::string_view hex_digits, u32 depth_max = DEPTH)
{
    return check_cbor(bytes_of(hex_digits), depth_max);
}

/// Reads an item and writes it again, and says what it read. A map's pairs stay in their order.
struct Echo {
    CborWriter out;
    std::string told;
    CborFault fault = CborFault::none;
};

void put_bignum(CborWriter& out, bool negative, BytesView data)
{
    Bytes item{static_cast<u8>(negative ? 0xc3 : 0xc2)};
    CborWriter body;
    body.put_bytes(data);
    item.insert(item.end(), body.bytes().begin(), body.bytes().end());
    out.put_encoded(item);
}

Echo echo(std::string_view hex_digits)
{
    using Kind = CborItem::Kind;
    const Bytes in = bytes_of(hex_digits);
    CborReader reader(in, DEPTH);
    Echo e;
    CborItem item;
    while (reader.next(item) == CborReader::Step::item) {
        if (item.is_key) e.told += "k";
        switch (item.kind) {
            case Kind::unsigned_integer:
                e.told += "u" + std::to_string(item.number);
                e.out.put_uint(item.number);
                break;
            case Kind::negative_integer:
                e.told += "n" + std::to_string(item.number);
                e.out.put_negative(item.number);
                break;
            case Kind::big_positive:
            case Kind::big_negative:
                e.told += item.kind == Kind::big_positive ? "B" : "N";
                put_bignum(e.out, item.kind == Kind::big_negative, item.data);
                break;
            case Kind::bytes:
                e.told += "b" + to_hex(item.data).substr(2);
                e.out.put_bytes(item.data);
                break;
            case Kind::text:
                e.told += "'" + std::string(text(item.data)) + "'";
                e.out.put_text(text(item.data));
                break;
            case Kind::boolean:
                e.told += item.number != 0 ? "T" : "F";
                e.out.put_bool(item.number != 0);
                break;
            case Kind::null:
                e.told += "_";
                e.out.put_null();
                break;
            case Kind::array:
                e.told += "[" + std::to_string(item.number);
                e.out.put_array(item.number);
                break;
            case Kind::map:
                e.told += "{" + std::to_string(item.number);
                e.out.put_map(item.number);
                break;
            case Kind::end:
                e.told += "/";
                break;
        }
        e.told += " ";
    }
    e.fault = reader.fault();
    return e;
}

TEST(Cbor, WritesIntegersInTheirShortestForm)
{
    const std::pair<u64, std::string_view> rows[] = {
        {0, "00"},
        {23, "17"},
        {24, "1818"},
        {255, "18ff"},
        {256, "190100"},
        {65535, "19ffff"},
        {65536, "1a00010000"},
        {0xffffffff, "1affffffff"},
        {0x100000000, "1b0000000100000000"},
        {U64_MAX, "1bffffffffffffffff"},
    };
    for (const auto& [value, encoded] : rows) {
        EXPECT_EQ(hex(CborWriter().put_uint(value)), encoded);
        const Echo e = echo(encoded);
        EXPECT_EQ(e.fault, CborFault::none);
        EXPECT_EQ(e.told, "u" + std::to_string(value) + " ");
    }
    EXPECT_EQ(hex(CborWriter().put_int(-1)), "20");
    EXPECT_EQ(hex(CborWriter().put_int(-1000)), "3903e7");
    EXPECT_EQ(hex(CborWriter().put_int(std::numeric_limits<i64>::min())), "3b7fffffffffffffff");
    EXPECT_EQ(hex(CborWriter().put_int(1000)), "1903e8");
    EXPECT_EQ(hex(CborWriter().put_negative(U64_MAX)), "3bffffffffffffffff");
}

std::string integer(bool negative, std::vector<u64> limbs)
{
    return hex(CborWriter().put_integer(negative, limbs));
}

TEST(Cbor, WritesABignumOnlyBeyond64Bits)
{
    EXPECT_EQ(integer(false, {}), "00");
    EXPECT_EQ(integer(true, {}), "00");
    EXPECT_EQ(integer(false, {U64_MAX}), "1bffffffffffffffff");
    EXPECT_EQ(integer(false, {0, 1}), "c249010000000000000000");
    EXPECT_EQ(integer(true, {1}), "20");
    EXPECT_EQ(integer(true, {U64_MAX}), "3bfffffffffffffffe");
    EXPECT_EQ(integer(true, {0, 1}), "3bffffffffffffffff") << "-2^64 still fits";
    EXPECT_EQ(integer(true, {1, 1}), "c349010000000000000000");
    EXPECT_EQ(integer(true, {0, 0, 1}), "c350ffffffffffffffffffffffffffffffff") << "-2^128 holds 2^128 - 1";
    EXPECT_EQ(integer(false, {5, 0, 0}), "05") << "zero limbs on top do not count";
    EXPECT_EQ(integer(false, {0x0102030405060708, 0x0a0b}), "c24a0a0b0102030405060708");
}

TEST(Cbor, WritesStringsSimpleValuesAndHeaders)
{
    EXPECT_EQ(hex(CborWriter().put_bytes(Bytes{1, 2, 3, 4})), "4401020304");
    EXPECT_EQ(hex(CborWriter().put_text("\xc3\xbc")), "62c3bc");
    EXPECT_EQ(hex(CborWriter().put_text(std::string(24, 'a'))).substr(0, 4), "7818");
    EXPECT_EQ(hex(CborWriter().put_bool(false).put_bool(true).put_null()), "f4f5f6");
    EXPECT_EQ(hex(CborWriter().put_array(25)), "9819");
    EXPECT_EQ(hex(CborWriter().put_map(2)), "a2");
}

CborPair pair(const CborWriter& key, u64 value)
{
    CborWriter v;
    v.put_uint(value);
    return {Bytes(key.bytes().begin(), key.bytes().end()), v.take()};
}

TEST(Cbor, SortsKeysByTheirEncodings)
{
    // The example of RFC 8949 section 4.2.1.
    std::vector<CborPair> pairs{pair(CborWriter().put_bool(false), 8),
                                pair(CborWriter().put_array(1).put_int(-1), 7),
                                pair(CborWriter().put_array(1).put_int(100), 6),
                                pair(CborWriter().put_text("aa"), 5),
                                pair(CborWriter().put_text("z"), 4),
                                pair(CborWriter().put_int(-1), 3),
                                pair(CborWriter().put_int(100), 2),
                                pair(CborWriter().put_int(10), 1)};
    CborWriter out;
    ASSERT_TRUE(put_sorted_map(out, pairs));
    EXPECT_EQ(hex(out),
              "a8"
              "0a01"
              "186402"
              "2003"
              "617a04"
              "62616105"
              "81186406"
              "812007"
              "f408");
    const Echo e = echo(hex(out));
    EXPECT_EQ(e.fault, CborFault::none);
    EXPECT_EQ(e.told, "{8 ku10 u1 ku100 u2 kn0 u3 k'z' u4 k'aa' u5 k[1 u100 / u6 k[1 n0 / u7 kF u8 / ");
    EXPECT_EQ(hex(e.out), hex(out));

    pairs.push_back(pair(CborWriter().put_text("z"), 9));
    CborWriter nothing;
    EXPECT_FALSE(put_sorted_map(nothing, pairs));
    EXPECT_EQ(nothing.size(), 0u);
    std::vector<CborPair> none;
    ASSERT_TRUE(put_sorted_map(nothing, none));
    EXPECT_EQ(hex(nothing), "a0");
}

TEST(Cbor, WhatIsReadIsWrittenBackByteForByte)
{
    for (const auto encoded : {"00",
                               "3903e7",
                               "c249010000000000000000",
                               "c349010000000000000000",
                               "40",
                               "4401020304",
                               "60",
                               "6161",
                               "80",
                               "83010203",
                               "8301820203820405",
                               "a0",
                               "a201020304",
                               "a26161016162820203",
                               "f4",
                               "f5",
                               "f6",
                               "818180",
                               "a1a0a0",
                               "a2800181f600",
                               "a1c24901000000000000000000"}) {
        const Echo e = echo(encoded);
        EXPECT_EQ(e.fault, CborFault::none) << encoded;
        EXPECT_EQ(hex(e.out), encoded);
    }
}

TEST(Cbor, EachFormThatIsNotCanonicalIsRefusedForItsReason)
{
    using F = CborFault;
    const std::pair<std::string_view, F> rows[] = {
        {"", F::truncated},
        {"18", F::truncated},
        {"1901", F::truncated},
        {"42ff", F::truncated},
        {"5bffffffffffffffff00", F::truncated},
        {"6261", F::truncated},
        {"8201", F::truncated},
        {"9bffffffffffffffff", F::truncated},
        {"a101", F::truncated},
        {"bb800000000000000000000000", F::truncated},
        {"c2", F::truncated},
        {"c24901", F::truncated},
        {"0000", F::trailing},
        {"8000", F::trailing},
        {"1817", F::not_shortest},
        {"1900ff", F::not_shortest},
        {"1a0000ffff", F::not_shortest},
        {"1b00000000ffffffff", F::not_shortest},
        {"3817", F::not_shortest},
        {"580100", F::not_shortest},
        {"780161", F::not_shortest},
        {"980100", F::not_shortest},
        {"b8010000", F::not_shortest},
        {"d80249010000000000000000", F::not_shortest},
        {"c240", F::not_shortest},
        {"c248ffffffffffffffff", F::not_shortest},
        {"c34100", F::not_shortest},
        {"c24a00010000000000000000", F::not_shortest},
        {"5f4100ff", F::indefinite},
        {"7f6161ff", F::indefinite},
        {"9fff", F::indefinite},
        {"bfff", F::indefinite},
        {"ff", F::indefinite},
        {"c25f4100ff", F::indefinite},
        {"1c", F::reserved},
        {"5d", F::reserved},
        {"fc", F::reserved},
        {"a203000200", F::unsorted_keys},
        {"a2616100"
         "1800",
         F::not_shortest},
        {"a261610000"
         "00",
         F::unsorted_keys},
        {"a2810100"
         "8000",
         F::unsorted_keys},
        {"a201000100", F::duplicate_key},
        {"a281a00081a000", F::duplicate_key},
        {"81a3616100616200616200", F::duplicate_key},
        {"f90000", F::floating},
        {"fa00000000", F::floating},
        {"fb0000000000000000", F::floating},
        {"c0613a", F::unknown_tag},
        {"c100", F::unknown_tag},
        {"c4820000", F::unknown_tag},
        {"d9d9f700", F::unknown_tag},
        {"c200", F::unknown_tag},
        {"c2f6", F::unknown_tag},
        {"c2c249010000000000000000", F::unknown_tag},
        {"f7", F::unknown_simple},
        {"e0", F::unknown_simple},
        {"f8ff", F::unknown_simple},
        {"f818", F::unknown_simple},
        {"61ff", F::not_utf8},
        {"62c080", F::not_utf8},
        {"63eda080", F::not_utf8},
    };
    for (const auto& [encoded, expected] : rows) EXPECT_EQ(fault(encoded), expected) << encoded;
}

TEST(Cbor, NestingIsLimited)
{
    EXPECT_EQ(fault("818100", 2), CborFault::none);
    EXPECT_EQ(fault("81818100", 2), CborFault::nesting_too_deep);
    EXPECT_EQ(fault("a1a10000a10000", 2), CborFault::none);
    EXPECT_EQ(fault("80", 0), CborFault::nesting_too_deep);
    EXPECT_EQ(fault("00", 0), CborFault::none);
    EXPECT_EQ(check_cbor(Bytes(1 << 18, 0x81), DEPTH), CborFault::nesting_too_deep);
    EXPECT_EQ(check_cbor(Bytes(1 << 18, 0x81), 1u << 31), CborFault::truncated);
}

TEST(Cbor, AfterTheEndOrARefusalTheAnswerStaysTheSame)
{
    const Bytes good{0x00}, bad{0xff};
    CborItem item;
    CborReader done(good, DEPTH);
    EXPECT_EQ(done.next(item), CborReader::Step::item);
    EXPECT_EQ(done.next(item), CborReader::Step::done);
    EXPECT_EQ(done.next(item), CborReader::Step::done);
    CborReader refused(bad, DEPTH);
    EXPECT_EQ(refused.next(item), CborReader::Step::refused);
    EXPECT_EQ(refused.next(item), CborReader::Step::refused);
    EXPECT_EQ(refused.fault(), CborFault::indefinite);
}

TEST(Cbor, AnyThreeBytesAreRefusedOrWrittenBackTheSame)
{
    // Every first and second byte, and third bytes of every major type.
    u32 accepted = 0;
    for (u32 first_two = 0; first_two < 1u << 16; ++first_two)
        for (const u8 third : {0x00, 0x17, 0x18, 0x20, 0x40, 0x61, 0x80, 0xa0, 0xc2, 0xf4, 0xf6, 0xff}) {
            const Bytes in{static_cast<u8>(first_two >> 8), static_cast<u8>(first_two), third};
            if (check_cbor(in, DEPTH) != CborFault::none) continue;
            ++accepted;
            const std::string digits = to_hex(in).substr(2);
            ASSERT_EQ(hex(echo(digits).out), digits);
        }
    EXPECT_GT(accepted, 5000u);
}

}  // namespace
}  // namespace lariat
