// Tests of the largest and most demanding sources: compiled or refused in memory that is a small multiple of
// the source. A recursive loop of the compiler would fail here, under sanitizers first.
#include <gtest/gtest.h>

#include <array>

#include "pvm/compiler/compiler.hpp"
#include "vm_test_support.hpp"

namespace lariat::pvm {
namespace {

// Names and numbers of the source are found by a keyed hash: nobody can choose such as collide.
template <class... Table>
constexpr bool KEYED = (std::is_same_v<typename Table::hasher, KeyedHash> && ...);
static_assert(KEYED<decltype(ModuleDraft::interned), decltype(ModuleDraft::global_slots),
                    decltype(Scope::index), decltype(Unit::locals), decltype(Unit::constants)>);

constexpr std::size_t FULL = 256u << 10;

std::string filled(std::string head, std::string_view unit, std::string_view tail)
{
    while (head.size() + unit.size() + tail.size() <= FULL) head += unit;
    return head += tail;
}

// Each unit with a number of its own in the place of '#'.
std::string numbered(std::string head, std::string_view unit, std::string_view tail, int count = 1 << 20)
{
    for (int i = 0; i < count && head.size() + unit.size() + tail.size() + 16 <= FULL; ++i)
        for (const char c : unit) c == '#' ? head += std::to_string(i) : head += c;
    return head += tail;
}

// "accepted", when the image stays within fifty times the longest source, and all that is kept within a
// hundred; else why not.
std::string outcome(std::string_view source)
{
    const auto program = compile(source, {});
    if (!program) return program.error().to_string();
    EXPECT_LE(compile_image(source, {}).value().size(), 50 * FULL) << source.substr(0, 60);
    EXPECT_LE(kept_bytes(*program.value()), 100 * FULL) << source.substr(0, 60);
    return "accepted";
}

bool too_much_code(std::string_view outcome)
{
    return outcome.ends_with("too much code");
}

TEST(PvmDeployBounds, QualifiedNamesHaveALimitOfTheirOwnAltogether)
{
    std::string head, indent, body;
    for (const char letter : {'A', 'B', 'C', 'D'}) {
        head += indent + "class " + std::string(240, letter) + ":\n";
        indent += ' ';
    }
    for (int i = 0; i < 14; ++i) body += "lambda:";
    const std::string_view reason = "bytes in all, the limit is 4194304";
    EXPECT_TRUE(outcome(numbered(head, indent + "def x#():" + body + "0\n", "")).ends_with(reason));
    EXPECT_EQ(outcome(numbered("class Ledger:\n", " def transfer_and_report_#(self, payload): pass\n", "")),
              "accepted");
}

TEST(PvmDeployBounds, AWithStatementMayHaveAsManyItemsAsTheSourceHolds)
{
    EXPECT_TRUE(too_much_code(outcome(filled("def go(p):\n with x", ",x", ": return\n"))));
    EXPECT_TRUE(too_much_code(outcome(filled("def go(p):\n while 1:\n  with x", ",x", ": break\n"))));
    EXPECT_EQ(outcome(numbered("def go(p):\n with (", "x as a#,", "): return\n")), "accepted");
    std::string some = "def go(p):\n with x";
    for (int i = 0; i < 10'000; ++i) some += ",x";
    EXPECT_EQ(outcome(some + ": pass\n"), "accepted");
}

TEST(PvmDeployBounds, ListsInTheSourceAreWalkedAndNotDescendedInto)
{
    const std::string go = "def go(p): pass\n";
    for (const auto& [head, unit, tail] :
         std::initializer_list<std::array<const char*, 3>>{{"x=", "a or ", "a\n"},
                                                           {"x=", "a and b or ", "a\n"},
                                                           {"if ", "a<", "a:pass\n"},
                                                           {"while not(", "a and ", "a):pass\n"},
                                                           {"", "@a\n", "def f(): pass\n"},
                                                           {"x=f'", "{a:x}", "'\n"},
                                                           {"x=f'{a:", "{a}", "}'\n"},
                                                           {"x=", "f'{a}' ", "\n"},
                                                           {"x=", "'a' ", "\n"},
                                                           {"del (", "a,", "a)\n"},
                                                           {"", "a=", "1\n"},
                                                           {"", "a,", "a=1\n"},
                                                           {"import ", "json,", "json\n"},
                                                           {"x=[p ", "for a in b ", "]\n"},
                                                           {"x=[p for a in b ", "if b ", "]\n"},
                                                           {"f(", "*a,", ")\n"},
                                                           {"f(", "**a,", ")\n"},
                                                           {"class A(", "a,", "):pass\n"},
                                                           {"match p:\n", " case 1:p\n", ""},
                                                           {"try:p\n", "except a as b:p\n", ""},
                                                           {"try:p\n", "except*a as b:p\n", ""}})
        EXPECT_EQ(outcome(filled(go + head, unit, tail)), "accepted") << head << unit << tail;
}

TEST(PvmDeployBounds, ChainsThatNestInTheTreeAreRefusedByItsDepth)
{
    for (const auto& [head, unit, tail] :
         std::initializer_list<std::array<const char*, 3>>{{"x=a", ".b", "\n"},
                                                           {"x=a", "()", "\n"},
                                                           {"x=a", "[0]", "\n"},
                                                           {"x=", "a+", "a\n"},
                                                           {"if a: b\n", "elif a: b\n", ""}})
        EXPECT_NE(outcome(filled(head, unit, tail)).find("deeper than 1000 nodes"), std::string::npos)
            << unit;
    for (const char* unit : {"-", "not ", "lambda:", "a if b else "})
        EXPECT_NE(outcome(filled("x=", unit, "1\n")).find("nested deeper than 64 levels"), std::string::npos)
            << unit;
}

TEST(PvmDeployBounds, ChainsAsDeepAsTheTreeMayBeCompile)
{
    const auto times = [](int count, std::string_view unit) {
        std::string all;
        for (int i = 0; i < count; ++i) all += unit;
        return all;
    };
    for (const char* unit : {".b", "()", "[0]", "+a", ".b(a)[a]"})
        EXPECT_EQ(outcome("x=a" + times(unit[1] == 'b' && unit[2] != '\0' ? 300 : 900, unit) + "\n"),
                  "accepted")
            << unit;
    EXPECT_EQ(outcome("def go(p):\n if a: b\n" + times(900, " elif a: b\n")), "accepted");
    EXPECT_EQ(outcome("def go(p):\n return " + times(60, "lambda: ") + "p\n"), "accepted");
}

TEST(PvmDeployBounds, ANameMayHave256Bytes)
{
    const std::string longest(NAME_BYTES_MAX, 'a');
    EXPECT_EQ(outcome(longest + " = 1\n"), "accepted");
    EXPECT_EQ(outcome("x = 1\nx." + longest + "a\n"),
              "line 2, column 3: name is too long: 257 bytes, the limit is 256");
    EXPECT_EQ(outcome("f'{" + longest + "a}'\n"),
              "line 1, column 4: name is too long: 257 bytes, the limit is 256");
    EXPECT_EQ(outcome("class " + std::string(100'000, 'A') + ": pass\n"),
              "line 1, column 7: name is too long: 100000 bytes, the limit is 256");
}

TEST(PvmDeployBounds, QualifiedNamesDoNotGrowWithEachClassAround)
{
    std::string classes;
    for (std::size_t i = 0; i < 4; ++i)
        classes += std::string(i, ' ') + "class " + std::string(NAME_BYTES_MAX, 'A') + ":\n";
    EXPECT_EQ(outcome(numbered(classes, "    def f#(x):0\n", "", 4'000)), "accepted");
    classes += "    class " + std::string(NAME_BYTES_MAX, 'A') + ": pass\n";
    EXPECT_EQ(outcome(classes),
              "line 5, column 5: qualified name is too long: 1284 bytes, the limit is 1280");
}

TEST(PvmDeployBounds, MangledNamesAreKeptOnce)
{
    const std::string head = "class " + std::string(NAME_BYTES_MAX, 'A') + ":\n";
    EXPECT_EQ(outcome(filled(head, " __v;__v;self.__v\n", "")), "accepted");
    EXPECT_EQ(outcome(numbered(head, " __v#=1\n", "")), "accepted");
}

std::string names(int count, const char* between)
{
    std::string all;
    for (int i = 0; i < count; ++i) all += (i > 0 ? between : "") + ("a" + std::to_string(i));
    return all;
}

TEST(PvmDeployBounds, CapturedNamesAreCountedInEveryFunctionThatHandsThemOn)
{
    const auto through = [](int count, std::size_t levels) {
        std::string source = "def go(p):\n " + names(count, "=") + "=1\n";
        for (std::size_t i = 1; i <= levels; ++i) source += std::string(i, ' ') + "def f():\n";
        return outcome(source + std::string(levels + 1, ' ') + names(count, ";") + "\n");
    };
    EXPECT_EQ(through(1'000, 50), "accepted");
    EXPECT_EQ(through(15'000, 1), "accepted");
    EXPECT_EQ(through(15'000, 55),
              "line 25, column 1: too many captured names: 65537 in functions within "
              "functions, the limit is 65536");
    std::string loops;
    for (int i = 0; i < 55; ++i) loops += " for _ in p]";
    EXPECT_NE(outcome("def go(p):\n return " + std::string(55, '[') + "[" +
                      numbered("", "(a#:=1),", "]", 14'000) + loops + "\n")
                  .find("too many captured names"),
              std::string::npos);
}

TEST(PvmDeployBounds, AlternativesOfAPatternFindTheirCapturesByName)
{
    std::string backwards;
    for (int i = 13'999; i >= 0; --i) backwards += "a" + std::to_string(i) + ",";
    EXPECT_EQ(
        outcome("def go(p):\n match p:\n  case [" + names(14'000, ",") + "]|[" + backwards + "]: pass\n"),
        "accepted");
}

TEST(PvmDeployBounds, ExitsOfNestedStatementsAreCountedAsCode)
{
    std::string source = "def go(p):\n";
    for (std::size_t i = 1; i <= 60; ++i) source += std::string(i, ' ') + "try:\n";
    source += std::string(61, ' ');
    while (source.size() < FULL - 4096) source += "return;";
    source += "\n";
    for (std::size_t i = 60; i > 0; --i) source += std::string(i, ' ') + "except a: pass\n";
    EXPECT_TRUE(too_much_code(outcome(source)));
}

// Each execution asks whether its handler is there: that may not walk the classes.
TEST(PvmDeployBounds, ClassesAndBasesAreWalkedOnce)
{
    std::string source = numbered("from cowboy_sdk import actor\n", "class A#:0\n", "", 9'000);
    source += "class B(A1):\n def go(s,p):0\n@actor\nclass X(B," +
              numbered("", "A#,", "):\n def to(s,p):0\n", 9'000);
    const auto program = compile(source, {});
    ASSERT_TRUE(program);
    EXPECT_EQ(handlers(*program.value()), (std::vector<std::string>{"go", "to"}));
    for (int i = 0; i < 10'000; ++i) {
        EXPECT_TRUE(defines_handler(*program.value(), "go"));
        EXPECT_FALSE(defines_handler(*program.value(), "went"));
    }
}

TEST(PvmDeployBounds, TheNamesThatMarkAnActorAreFoundAndNotLookedThrough)
{
    std::string source = numbered("from cowboy_sdk import actor", ",actor as a#", "\n", 8'000);
    source += numbered("", "@b\n", "class A:\n def go(s,p):0\n", 20'000);
    EXPECT_EQ(outcome(source), "accepted");
}

TEST(PvmDeployBounds, AnExitOfAFinallyIsFoundHoweverManyItHas)
{
    const std::string source = numbered("def go(p):\n x=0\n while 1:\n  try:\n   if x:\n    0", ";continue",
                                        "\n  finally: 0\n", 25'000);
    FakeHost host;
    EXPECT_EQ(run_source(source, host).out.status, ExecutionStatus::out_of_cycles);
}

TEST(PvmDeployBounds, WhatLeavesALoopWalksOnlyTheBlocksThatItLeaves)
{
    std::string items;
    for (int i = 0; i < 40'000; ++i) items += "a,";
    EXPECT_EQ(outcome(filled("def go(p):\n with " + items + "a:\n  while 1:\n   0", ";break", "\n")),
              "accepted");
    const auto within = [&](std::string_view leave) {
        return outcome(filled("def go(p):\n while 1:\n  with " + items + "a:\n   try:\n    0", leave,
                              "\n   finally: 0\n"));
    };
    EXPECT_TRUE(too_much_code(within(";break")));
    EXPECT_TRUE(too_much_code(within(";continue")));
}

TEST(PvmDeployBounds, NestedTuplesAreMadeOnce)
{
    std::string open = "x=", close = "\n";
    for (int i = 0; i < 60; ++i) open += '(', close.insert(0, ",y)");
    EXPECT_EQ(outcome(filled(open + "(", "b'',", ")" + close)), "accepted");
    EXPECT_EQ(outcome(filled(open + "(", "1,", ")" + close)), "accepted");
}

}  // namespace
}  // namespace lariat::pvm
