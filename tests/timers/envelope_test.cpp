// Tests of envelopes (API-9): which payloads name a handler, and which go whole to the default handler.
#include "timers/envelope.hpp"

#include <gtest/gtest.h>

namespace lariat::timers {
namespace {

bool is_envelope(std::string_view payload)
{
    return parse_envelope(view(payload)).has_value();
}

/// An envelope with another member in it.
std::string with(std::string_view member)
{
    return R"({"_handler":"h","_payload":"",)" + std::string(member) + "}";
}

TEST(Envelope, API9_AnObjectWithBothMembersNamesTheHandlerAndCarriesTheInnerBytes)
{
    const auto envelope =
        parse_envelope(view(R"({"_handler": "beat", "_payload": "AGhp", "note": [1, null]})"));
    ASSERT_TRUE(envelope);
    EXPECT_EQ(envelope->handler, "beat");
    EXPECT_EQ(envelope->payload, (Bytes{0, 'h', 'i'}));
    const auto empty = parse_envelope(view(" {\"_payload\":\"\",\"_handler\":\"_x\"}\n"));
    ASSERT_TRUE(empty);
    EXPECT_EQ(empty->handler, "_x") << "which names are callable is not the envelope's matter";
    EXPECT_TRUE(empty->payload.empty());
}

TEST(Envelope, API9_AnyOtherPayloadIsNone)
{
    for (const auto payload :
         {"", "x", "null", "1", "\"_handler\"", "[]", "{}", R"(["_handler","h","_payload",""])",
          R"({"_handler":"h"})", R"({"_payload":""})", R"([{"_handler":"h","_payload":""}])",
          R"({"a":{"_handler":"h","_payload":""}})", R"({"_Handler":"h","_payload":""})"})
        EXPECT_FALSE(is_envelope(payload)) << payload;
}

TEST(Envelope, API9_BothMembersMustBeStrings)
{
    for (const auto value : {"null", "true", "1", "[]", "{}", "[\"h\"]", "{\"h\":\"h\"}"}) {
        EXPECT_FALSE(is_envelope(R"({"_payload":"","_handler":)" + std::string(value) + "}")) << value;
        EXPECT_FALSE(is_envelope(R"({"_handler":"h","_payload":)" + std::string(value) + "}")) << value;
    }
}

TEST(Envelope, API9_TheHandlerHasOneTo256Bytes)
{
    const auto named = [](const std::string& name) {
        return R"({"_handler":")" + name + R"(","_payload":""})";
    };
    EXPECT_FALSE(is_envelope(named("")));
    EXPECT_TRUE(is_envelope(named("a")));
    EXPECT_TRUE(is_envelope(named(std::string(256, 'a'))));
    EXPECT_FALSE(is_envelope(named(std::string(257, 'a'))));
    std::string euros, escaped;
    for (int i = 0; i < 85; ++i) euros += "\xe2\x82\xac", escaped += "\\u20ac";
    EXPECT_TRUE(is_envelope(named(euros + "a")));
    EXPECT_FALSE(is_envelope(named(euros + "ab"))) << "bytes count, not characters";
    EXPECT_TRUE(is_envelope(named(escaped + "a"))) << "after unescaping";
    EXPECT_FALSE(is_envelope(named(escaped + "ab")));
}

TEST(Envelope, API9_ThePayloadIsStrictPaddedStandardBase64)
{
    const auto holding = [](const std::string& text) {
        return R"({"_handler":"h","_payload":")" + text + "\"}";
    };
    EXPECT_TRUE(is_envelope(holding("AA==")));
    EXPECT_TRUE(is_envelope(holding("+/8=")));
    EXPECT_TRUE(is_envelope(holding("\\u0041A==")));
    EXPECT_TRUE(is_envelope(holding("+\\/8=")));
    for (const auto text :
         {"A", "AA", "AA=", "AB==", "AAB=", "-_8=", "AA ==", "AA==\\n", "AA==AA==", "====", "\xc3\xa9"})
        EXPECT_FALSE(is_envelope(holding(text))) << text;
}

TEST(Envelope, API9_TwoMembersOfOneNameMakeItNone)
{
    EXPECT_FALSE(is_envelope(R"({"_handler":"a","_handler":"a","_payload":""})"));
    EXPECT_FALSE(is_envelope(R"({"_handler":"a","_payload":"","_payload":""})"));
    EXPECT_FALSE(is_envelope(R"({"_handler":"a","_payload":"","_h\u0061ndler":"b"})"));
    EXPECT_FALSE(is_envelope(with(R"("x":1,"y":2,"x":3)")));
    EXPECT_FALSE(is_envelope(with(R"("":1,"":2)")));
    EXPECT_TRUE(is_envelope(with(R"("x":1,"X":2,"x ":3,"":4)")));
    EXPECT_TRUE(is_envelope(with("\"\\u00e9\":1,\"e\\u0301\":2")))
        << "names are compared as they are, not normalised";
    EXPECT_FALSE(is_envelope(with("\"\\u00e9\":1,\"\xc3\xa9\":2")));
}

TEST(Envelope, API9_TwoMembersOfOneNameCountAtEveryDepth)
{
    EXPECT_FALSE(is_envelope(with(R"("x":{"a":1,"a":2})")));
    EXPECT_FALSE(is_envelope(with(R"("x":[[{"b":{"a":1,"c":[{}],"a":2}}]])")));
    EXPECT_TRUE(is_envelope(with(R"("x":{"a":{"a":{"x":1}}},"y":[{"a":1},{"a":2}],"a":{"_handler":1})")));
    EXPECT_FALSE(is_envelope(with(R"("a":{"b":{},"c":1},"d":1,"a":2)"))) << "the outer name is still known";
}

TEST(Envelope, API9_OnlyRfc8259InStrictUtf8IsRead)
{
    for (const auto member :
         {"", "\"n\":01", "\"n\":NaN", "\"n\":+1", "\"n\":1.", "\"n\":Infinity", "\"s\":\"a\tb\"",
          "\"s\":\"\\x41\"", "\"t\":True", "\"s\":\"\xff\"", "\"s\":\"\xed\xa0\x80\"", "\"\xc0\x80\":1"})
        EXPECT_FALSE(is_envelope(with(member))) << member;
    for (const auto member : {"\"n\":-0.5e+3", "\"s\":\"\\u00e9\\n\"", "\"s\":\"\xf0\x9f\x98\x80\""})
        EXPECT_TRUE(is_envelope(with(member))) << member;
    const std::string good = R"({"_handler":"h","_payload":""})";
    EXPECT_TRUE(is_envelope(good));
    EXPECT_FALSE(is_envelope("\xef\xbb\xbf" + good)) << "a byte order mark";
    EXPECT_FALSE(is_envelope(good + std::string(1, '\0')));
    EXPECT_FALSE(is_envelope(good + " x"));
    EXPECT_FALSE(is_envelope(good + good));
    EXPECT_FALSE(is_envelope("{'_handler':'h','_payload':''}"));
    EXPECT_FALSE(is_envelope(R"({"_handler":"h","_payload":"" /*c*/})"));
    for (std::size_t n = 0; n < good.size(); ++n) EXPECT_FALSE(is_envelope(good.substr(0, n))) << n;
}

TEST(Envelope, API9_HalfASurrogatePairIsNoTextWhereTextCounts)
{
    EXPECT_FALSE(is_envelope(R"({"_handler":"h\ud800","_payload":""})"));
    EXPECT_FALSE(is_envelope(R"({"_handler":"h","_payload":"\udc00"})"));
    EXPECT_FALSE(is_envelope(with(R"("\ud800":1)")));
    EXPECT_FALSE(is_envelope(with(R"("x":{"\ud800":1})")));
    EXPECT_TRUE(is_envelope(with(R"("x":"\ud800","y":["\udc00"])"))) << "an ignored value may hold one";
    EXPECT_TRUE(is_envelope(R"({"_handler":"\ud83d\ude00","_payload":""})"));
}

TEST(Envelope, API9_NestingHasNoLimitButTheSize)
{
    const std::size_t n = 1 << 18;
    EXPECT_FALSE(is_envelope(std::string(1 << 20, '[')));
    EXPECT_TRUE(is_envelope(with("\"x\":" + std::string(n, '[') + std::string(n, ']'))));
    std::string objects;
    for (std::size_t i = 0; i < n; ++i) objects += "{\"x\":";
    EXPECT_TRUE(is_envelope(with("\"x\":" + objects + "1" + std::string(n, '}'))));
}

TEST(Envelope, API9_ManyMembersAreSortedNotSearched)
{
    std::string members;
    for (int i = 0; i < 60000; ++i) members += '"' + std::to_string(i) + "\":0,";
    EXPECT_TRUE(is_envelope(with(members + "\"x\":0")));
    EXPECT_FALSE(is_envelope(with(members + "\"51234\":0")));
}

}  // namespace
}  // namespace lariat::timers
