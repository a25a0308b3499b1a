// Tests of hostile source (deep, long, or no text): refused in time linear in its length.
#include <gtest/gtest.h>

#include "pvm/syntax/dump.hpp"
#include "pvm/syntax/parser.hpp"

namespace lariat::pvm::syntax {
namespace {

std::string repeat(std::string_view text, std::size_t bytes)
{
    std::string all;
    while (all.size() + text.size() <= bytes) all += text;
    return all;
}

std::string outcome(std::string_view source, Limits limits = {})
{
    const auto parsed = parse(source, limits);
    return parsed ? "accepted" : parsed.error().reason;
}

constexpr std::size_t FULL = 256u << 10;
constexpr const char* TOO_NESTED = "nested deeper than 64 levels";

TEST(SyntaxBounds, NestingBombsAreRefused)
{
    for (const std::string_view unit :
         {"(", "[", "{", "f(", "a[", "not ", "-", "~", "lambda:", "a**", "{a:", "lambda a=", "a if b else ",
          "[a for a in ", "f(a=", "*(", "(yield "}) {
        EXPECT_EQ(outcome(repeat(unit, FULL)), TOO_NESTED) << unit;
    }
}

TEST(SyntaxBounds, NestedBodiesAndPatternsAreRefused)
{
    std::string blocks;
    for (std::size_t depth = 0; depth < 300; ++depth) blocks += std::string(depth, ' ') + "if x:\n";
    EXPECT_EQ(outcome(blocks), TOO_NESTED);
    for (const std::string_view unit : {"[", "(", "C(", "{1:", "C(a="}) {
        EXPECT_EQ(outcome("match x:\n case " + repeat(unit, 1000) + ":\n  pass\n"), TOO_NESTED) << unit;
    }
}

TEST(SyntaxBounds, NestingUpToTheLimitIsAccepted)
{
    EXPECT_EQ(outcome(std::string(64, '(') + "x" + std::string(64, ')')), "accepted");
    EXPECT_EQ(outcome(std::string(65, '(') + "x" + std::string(65, ')')), TOO_NESTED);
    EXPECT_EQ(outcome(std::string(64, '-') + "x"), "accepted");
    EXPECT_EQ(outcome(std::string(65, '-') + "x"), TOO_NESTED);
    EXPECT_EQ(outcome("((x))", Limits{.nesting = 1}), "nested deeper than 1 levels");
}

TEST(SyntaxBounds, LongChainsAreRefusedByTheDepthOfTheirTree)
{
    for (const std::string_view unit : {"a+", "a.", "a*"}) {
        EXPECT_NE(outcome(repeat(unit, FULL - 1) + "a").find("deeper than 1000 nodes"), std::string::npos)
            << unit;
    }
    EXPECT_NE(outcome("a" + repeat("()", FULL - 1)).find("deeper than 1000 nodes"), std::string::npos);
    EXPECT_NE(outcome("if a: b\n" + repeat("elif a: b\n", 200000)).find("deeper than 1000 nodes"),
              std::string::npos);
    EXPECT_EQ(outcome(repeat("a+", 1800) + "a"), "accepted");
    EXPECT_EQ(outcome("if a: b\n" + repeat("elif a: b\n", 9000)), "accepted");
}

TEST(SyntaxBounds, FlatChainsMayBeAsLongAsTheSource)
{
    for (const std::string_view unit : {"a or ", "a and ", "a<", "a,", "'a' ", "f'{a}' "}) {
        EXPECT_EQ(outcome(repeat(unit, FULL - 1) + (unit[0] == 'a' ? "a" : "")), "accepted") << unit;
    }
    EXPECT_EQ(outcome(repeat("match;", FULL - 1)), "accepted");
    EXPECT_EQ(outcome(repeat("a=", FULL - 1) + "a"), "accepted");
    EXPECT_EQ(outcome("f'" + repeat("{a:x}", FULL - 3) + "'"), "accepted");
    EXPECT_EQ(outcome("0x" + repeat("0", FULL - 3) + "f"), "accepted");
}

TEST(SyntaxBounds, IntegersBeyondTheWidestAreRefusedWhereverTheyStand)
{
    const std::string refused = "integer is wider than 4096 bits";
    EXPECT_EQ(outcome("0x" + repeat("f", 1024)), "accepted");
    EXPECT_EQ(outcome(repeat("9", 1233)), "accepted");
    EXPECT_EQ(outcome(repeat("0", 5000)), "accepted");
    for (const std::string& wide : {"0x1" + repeat("0", 1024), "0b1" + repeat("0", 4096), repeat("9", 1234),
                                    repeat("9", FULL - 100), "0x" + repeat("f", FULL - 100)})
        for (const std::string_view around :
             {"%", "-%", "def f(a: %): pass", "def f() -> (1, -%): pass", "class C:\n a: %", "f'{1:{%}}'",
              "x: lambda a=%: 1", "match a:\n case %: pass"}) {
            std::string source(around);
            EXPECT_EQ(outcome(source.replace(source.find('%'), 1, wide)), refused) << around;
        }
}

TEST(SyntaxBounds, SourceIsMeasuredBeforeItIsRead)
{
    EXPECT_EQ(outcome(std::string(10'000'000, '(')),
              "source is too long: 10000000 bytes, the limit is 262144");
    EXPECT_EQ(outcome(std::string(FULL, '\n')), "accepted");
    EXPECT_NE(outcome(std::string(FULL + 1, '\n')), "accepted");
}

TEST(SyntaxBounds, InvalidUtf8IsRefusedWhereItStands)
{
    for (const std::string_view bad :
         {"\xFF", "\xC0\x80", "\xE2\x82", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\x80"}) {
        const auto parsed = parse("x = 1\n# \xC3\xA9 " + std::string(bad), Limits{});
        ASSERT_FALSE(parsed.ok());
        EXPECT_EQ(parsed.error().reason, "source is not valid UTF-8");
        EXPECT_EQ(parsed.error().line, 2u);
        EXPECT_EQ(parsed.error().column, 5u);
    }
}

}  // namespace
}  // namespace lariat::pvm::syntax
