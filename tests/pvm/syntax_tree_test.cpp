// Tests of syntax trees as text; syntax_oracle.py compares the whole grammar with CPython.
#include <gtest/gtest.h>

#include "pvm/syntax/dump.hpp"
#include "pvm/syntax/parser.hpp"

namespace lariat::pvm::syntax::syntax_tree_test {
namespace {

struct Case {
    const char* source;
    const char* tree;
};
constexpr Case CASES[] = {
#include "pvm/syntax_tree_cases.inc"
};

TEST(SyntaxTree, EachFormHasTheTreeOfCPython)
{
    for (const Case& one : CASES) {
        const auto parsed = parse(one.source, Limits{});
        ASSERT_TRUE(parsed.ok()) << one.source << '\n' << parsed.error().reason;
        EXPECT_EQ(dump(*parsed.value().module), one.tree) << one.source;
    }
}

TEST(SyntaxTree, PositionsCountCodePointsFromOne)
{
    const auto parsed = parse("\n  \nx = ('\xC3\xA9\xE2\x82\xAC', y)\n", Limits{});
    ASSERT_TRUE(parsed.ok());
    const auto& assign = as<Assign>(*parsed.value().module->body[0]);
    const auto& tuple = as<Tuple>(*assign.value);
    EXPECT_EQ(assign.line, 3u);
    EXPECT_EQ(tuple.column, 5u);
    EXPECT_EQ(tuple.elts[1]->column, 12u);
}

TEST(SyntaxTree, IntegersKeepTheirWholeMagnitude)
{
    const auto parsed = parse("x = 0x1_0000000000000000_0000000000000002", Limits{});
    ASSERT_TRUE(parsed.ok());
    const auto& value = as<Constant>(*as<Assign>(*parsed.value().module->body[0]).value);
    EXPECT_EQ(std::vector<u64>(value.magnitude.begin(), value.magnitude.end()), (std::vector<u64>{2, 0, 1}));
}

}  // namespace
}  // namespace lariat::pvm::syntax::syntax_tree_test
