// Tests of the line that a traceback names for a statement over several lines: the same as CPython's.
#include <utility>

#include "vm_test_support.hpp"

namespace lariat::pvm {
namespace {

// A class whose instances cannot be left, another so that neither is the actor, and a function with a body
// that is line 2 of it.
constexpr std::string_view BEFORE =
    "class Z: pass\nclass A:\n    def __enter__(self): pass\n    def __exit__(self, *a): 1 // 0\ndef "
    "go(p):\n";
constexpr int LINES_BEFORE_GO = 4;

TEST(PvmTraceback, NamesTheLineOfWhatFailedInAStatementOverSeveralLines)
{
    const std::pair<int, const char*> cases[] = {
        {3,
         "    assert (\n"
         "        p == 2)\n"},
        {3,
         "    assert (\n"
         "        1 < 2\n"
         "        < 3 > 4)\n"},
        {4,
         "    assert (\n"
         "        p == 1 if p == 2 else\n"
         "        p == 3)\n"},
        {4,
         "    assert (\n"
         "        not\n"
         "        len('a') == 1)\n"},
        {4,
         "    return ('abc'\n"
         "            .upper()\n"
         "            .foo())\n"},
        {4,
         "    return ('abc'\n"
         "            .upper()\n"
         "            .foo)\n"},
        {4,
         "    return ('abc'\n"
         "            .upper()\n"
         "            .center(\n"
         "                'a'))\n"},
        {3,
         "    return (p\n"
         "            .join(\n"
         "                x=3))\n"},
        {3,
         "    (p\n"
         "     .y) = 3\n"},
        {3,
         "    (p\n"
         "     .y) += 3\n"},
        {3,
         "    del (p\n"
         "         .y)\n"},
        {2,
         "    p.upper(\n"
         "        3\n"
         "    )\n"},
        {2,
         "    max(\n"
         "        3\n"
         "    )\n"},
        {2,
         "    for x in (\n"
         "            5):\n"
         "        pass\n"},
        {3,
         "    for x in (\n"
         "            y):\n"
         "        pass\n"},
        {2,
         "    with (\n"
         "            5 as x):\n"
         "        pass\n"},
        {2,
         "    with (\n"
         "            A()\n"
         "            as x,\n"
         "            A() as y):\n"
         "        pass\n"},
        {2,
         "    with (\n"
         "            A()\n"
         "            as x):\n"
         "        return 3\n"},
        {2,
         "    with (\n"
         "            A()\n"
         "            as x):\n"
         "        2 // 0\n"},
        {3,
         "    for i in [1]:\n"
         "        with (\n"
         "                A()\n"
         "                as x):\n"
         "            continue\n"},
        {2,
         "    with (\n"
         "            A()\n"
         "            as \n"
         "            (x,\n"
         "             y)):\n"
         "        pass\n"},
    };
    for (const auto& [line, body] : cases) {
        FakeHost host;
        const Ran r = run_source(std::string(BEFORE) + body, host);
        EXPECT_EQ(r.out.status, ExecutionStatus::revert) << body;
        const std::string named = "line " + std::to_string(line + LINES_BEFORE_GO) + ", in go\n";
        EXPECT_NE(r.out.traceback.find(named), std::string::npos) << body << "\n" << r.out.traceback;
    }
}

TEST(PvmTraceback, ShowsNotesThatAreTextCharacterByCharacter)
{
    FakeHost host;
    const Ran r =
        run_source("def go(p):\n    e = ValueError('v')\n    e.__notes__ = 'a\xc3\xa9'\n    raise e\n", host);
    EXPECT_TRUE(r.out.traceback.ends_with("ValueError: v\na\n\xc3\xa9\n")) << r.out.traceback;
}

}  // namespace
}  // namespace lariat::pvm
