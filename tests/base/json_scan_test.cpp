// Tests of the JSON scanner: what RFC 8259 accepts and refuses, the order of events, and the work done.
#include "base/json_scan.hpp"

#include <gtest/gtest.h>

#include "base/hex.hpp"

namespace lariat::json_scan_test {
namespace {

/// Writes the events down as text.
class Log : public JsonVisitor {
public:
    std::string text;
    bool lone = false;

    bool on_null() override { return say("null"); }
    bool on_bool(bool v) override { return say(v ? "true" : "false"); }
    bool on_number(std::string_view raw) override { return say("#" + std::string(raw)); }
    bool on_string(const JsonString& s) override { return say("'" + hear(s) + "'"); }
    bool on_key(const JsonString& s) override { return say(hear(s) + ":"); }
    bool on_object_begin() override { return say("{"); }
    bool on_object_end() override { return say("}"); }
    bool on_array_begin() override { return say("["); }
    bool on_array_end() override { return say("]"); }

private:
    bool say(const std::string& what)
    {
        text += (text.empty() ? "" : " ") + what;
        return true;
    }
    std::string hear(const JsonString& s)
    {
        lone = lone || s.lone_surrogate;
        return std::string(s.text);
    }
};

std::string events(std::string_view json)
{
    Log log;
    const JsonOutcome outcome = scan_json(view(json), log);
    return outcome.ok() ? log.text : "refused";
}

JsonFault fault(std::string_view json, std::size_t depth_max = JSON_DEPTH_UNLIMITED)
{
    Log log;
    return scan_json(view(json), log, depth_max).fault;
}

TEST(JsonScan, TellsTheValuesInTheirOrder)
{
    EXPECT_EQ(events(R"( {"a":[1,-2.5e+3,true,false,null,"x"],"b":{},"c":[]} )"),
              "{ a: [ #1 #-2.5e+3 true false null 'x' ] b: { } c: [ ] }");
    EXPECT_EQ(events("\t\r\n 0 \n"), "#0");
    EXPECT_EQ(events("\"\""), "''");
    EXPECT_EQ(events("[[],{}]"), "[ [ ] { } ]");
    EXPECT_EQ(events("{\"a\" : 1 , \"a\" : 2}"), "{ a: #1 a: #2 }");
}

TEST(JsonScan, DecodesEscapes)
{
    EXPECT_EQ(events(R"("\"\\\/\b\f\n\r\t")"), "'\"\\/\b\f\n\r\t'");
    EXPECT_EQ(events(R"("a\u00e9b\u20AC\ud83d\ude00c")"),
              "'a\xc3\xa9"
              "b\xe2\x82\xac\xf0\x9f\x98\x80"
              "c'");
    EXPECT_EQ(events("\"\xf0\x9f\x98\x80\\n\""), "'\xf0\x9f\x98\x80\n'");
    EXPECT_EQ(events(R"({"\u0061":"\u0000"})"), std::string("{ a: '") + '\0' + "' }");
}

TEST(JsonScan, ReportsHalvesOfSurrogatePairsAndKeepsThemApart)
{
    const std::pair<std::string_view, std::string_view> rows[] = {
        {R"("\ud800")", "'\xed\xa0\x80'"},
        {R"("\udfff")", "'\xed\xbf\xbf'"},
        {R"("\ud800\ud800\udc00")", "'\xed\xa0\x80\xf0\x90\x80\x80'"},
        {R"("\udc00\ud800")", "'\xed\xb0\x80\xed\xa0\x80'"},
        {R"("\ud800\u0041")",
         "'\xed\xa0\x80"
         "A'"},
        {R"("\ud800x")", "'\xed\xa0\x80x'"},
    };
    for (const auto& [json, expected] : rows) {
        Log log;
        EXPECT_TRUE(scan_json(view(json), log).ok()) << json;
        EXPECT_TRUE(log.lone) << json;
        EXPECT_EQ(log.text, expected) << json;
    }
    Log whole;
    EXPECT_TRUE(scan_json(view(R"("\udbff\udfff")"), whole).ok());
    EXPECT_FALSE(whole.lone);
}

TEST(JsonScan, RefusesWhatIsNotJson)
{
    const std::string_view syntax[] = {
        "{,}",
        "[1,]",
        "{\"a\":1,}",
        "{\"a\"}",
        "{\"a\" 1}",
        "{a:1}",
        "{'a':1}",
        "{1:2}",
        "[1 2]",
        "[1}",
        "{\"a\":1]",
        "]",
        "}",
        ",",
        ":",
        "NaN",
        "Infinity",
        "-Infinity",
        "True",
        "nul!",
        "+1",
        ".5",
        "-a",
        "1.e5",
        "[01]",
        "[1.]",
        "[1e]",
        "[-]",
        "[0x1]",
        "\"\\x41\"",
        "\"\\u12g4\"",
        "\"\\'\"",
        "/*c*/1",
        "[1]/**/]",
        "\xef\xbb\xbf{}",
        "\"\\ud800\\u00zz\"",
        "\x0b"
        "1",
        "\xc2\xa0"
        "1",
        "[,1]",
        "[1,,2]",
    };
    for (const auto json : syntax) {
        const JsonFault f = fault(json);
        EXPECT_TRUE(f == JsonFault::syntax || f == JsonFault::trailing) << json;
    }
    const std::string_view truncated[] = {"",       " ",       "{",        "[",     "[1",   "[1,",
                                          "{\"a\"", "{\"a\":", "{\"a\":1", "\"abc", "\"\\", "\"\\u12",
                                          "nu",     "-",       "1.",       "1e",    "1e+",  "{\"a\":1,"};
    for (const auto json : truncated) EXPECT_EQ(fault(json), JsonFault::truncated) << json;
    const std::string_view trailing[] = {"1 2", "{} x", "null,", "[]]", "01", "\"a\"\"b\"", "truefalse"};
    for (const auto json : trailing) EXPECT_EQ(fault(json), JsonFault::trailing) << json;
    EXPECT_EQ(fault({"{}\0", 3}), JsonFault::trailing);
    EXPECT_EQ(fault("\"a\tb\""), JsonFault::control_character);
    EXPECT_EQ(fault({"\"\0\"", 3}), JsonFault::control_character);
    EXPECT_EQ(fault("\"\x7f\""), JsonFault::none);
    for (const auto json :
         {"\"\xff\"", "\"\xc0\x80\"", "\"\xed\xa0\x80\"", "\"\xf4\x90\x80\x80\"", "\"\xe2\x82\""})
        EXPECT_EQ(fault(json), JsonFault::utf8) << json;
}

TEST(JsonScan, NumbersAreTheGrammarsAndNoOthers)
{
    for (const auto json :
         {"0", "-0", "10", "0.0", "1E5", "1e-05", "-0.5e+3", "123456789012345678901234567890", "1e999999"})
        EXPECT_EQ(events(json), std::string("#") + json);
}

TEST(JsonScan, SaysWhereTheTextGoesWrong)
{
    Log log;
    EXPECT_EQ(scan_json(view("[1, x]"), log).offset, 4u);
    EXPECT_EQ(scan_json(view("[1] x"), log).offset, 4u);
    EXPECT_EQ(scan_json(view("[\"a"), log).offset, 3u);
}

TEST(JsonScan, DepthIsLimitedWhereALimitIsGiven)
{
    EXPECT_EQ(fault("[[[]]]", 3), JsonFault::none);
    EXPECT_EQ(fault("[[[]]]", 2), JsonFault::too_deep);
    EXPECT_EQ(fault("{\"a\":{\"a\":[]}}", 2), JsonFault::too_deep);
    EXPECT_EQ(fault("1", 0), JsonFault::none);
    EXPECT_EQ(fault("[]", 0), JsonFault::too_deep);
}

TEST(JsonScan, AMillionOpenBracketsAreReadWithoutAStack)
{
    const std::size_t n = 1 << 20;
    EXPECT_EQ(fault(std::string(n, '[')), JsonFault::truncated);
    EXPECT_EQ(fault(std::string(n, '[') + std::string(n, ']')), JsonFault::none);
    std::string objects;
    for (std::size_t i = 0; i < n / 5; ++i) objects += "{\"\":";
    EXPECT_EQ(fault(objects + "1" + std::string(n / 5, '}')), JsonFault::none);
}

TEST(JsonScan, AVisitorMayStopTheScan)
{
    class Stops final : public Log {
        bool on_null() override { return false; }
    } stops;
    EXPECT_EQ(scan_json(view("[1,null,2]"), stops).fault, JsonFault::by_visitor);
    EXPECT_EQ(stops.text, "[ #1");
}

}  // namespace
}  // namespace lariat::json_scan_test
