// Tests of refused source: each reason with line and column.
#include <gtest/gtest.h>

#include "pvm/syntax/parser.hpp"

namespace lariat::pvm::syntax {
namespace {

struct Case {
    const char* source;
    u32 line;
    u32 column;
    const char* reason;
};
constexpr Case CASES[] = {
#include "pvm/syntax_refusal_cases.inc"
    {"x = 1.5", 1, 5,
     "floats are not available: use integers, in a unit small enough (150 hundredths for 1.5)"},
    {"x = 1e9", 1, 5,
     "floats are not available: use integers, in a unit small enough (150 hundredths for 1.5)"},
    {"x = 2j", 1, 5, "complex numbers are not available: use integers"},
    {"x\nasync def f(): pass", 2, 1, "async and await are not available"},
    {"def f(): await x", 1, 10, "async and await are not available"},
    {"na\303\257ve = 1", 1, 3, "names can only have ASCII letters, digits and '_'"},
    {"x = '\\N{BULLET}'", 1, 5,
     "\\N escapes are not available: write the character, or its number as \\u or \\U"},
    {"x = '\\ud800'", 1, 5, "a surrogate is not a character: write it as one \\UXXXXXXXX escape"},
};

TEST(SyntaxRefusal, EachReasonNamesItsPlace)
{
    for (const Case& one : CASES) {
        const auto parsed = parse(one.source, Limits{});
        ASSERT_FALSE(parsed.ok()) << one.source;
        EXPECT_EQ(parsed.error().reason, one.reason) << one.source;
        EXPECT_EQ(parsed.error().line, one.line) << one.source;
        EXPECT_EQ(parsed.error().column, one.column) << one.source;
    }
}

}  // namespace
}  // namespace lariat::pvm::syntax
