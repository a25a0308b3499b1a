// Tests of diagnose(): every refusal of a source, found by going on behind each.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "pvm/pvm.hpp"

namespace lariat::pvm {
namespace {

struct Case {
    const char* source;
    u32 line;
    u32 column;
    const char* reason;
};
constexpr Case CASES[] = {
#include "pvm/syntax_refusal_cases.inc"
};

constexpr std::size_t MANY = 1'000;

std::string places(std::string_view source)
{
    std::string out;
    for (const Refusal& r : diagnose(std::string(source) + "\ndef handle(p): pass\n", {}, MANY).refusals)
        out += std::to_string(r.line) + ":" + std::to_string(r.column) + " ";
    return out;
}

/// What is wrong with the diagnosis of a source; empty if nothing is.
std::string fault(std::string_view source)
{
    const Diagnosis found = diagnose(source, {}, MANY);
    const auto deployed = compile_actor_image(source, {});
    if (deployed) return found.refusals.empty() && found.whole ? "" : "accepted source is refused";
    for (const Refusal& r : found.refusals) {
        if (r.line == 0 || r.column == 0 || r.reason.empty()) return "a refusal without place or reason";
        if (r.to_string() == deployed.error().to_string()) return {};
    }
    return "the refusal of a deployment is missing: " + deployed.error().to_string();
}

TEST(Diagnose, WhatADeploymentSaysIsAmongTheRefusals)
{
    for (const Case& one : CASES) {
        EXPECT_EQ(fault(one.source), "") << one.source;
        const std::string within = std::string("def go(p):\n  import os\n  ") + one.source + "\nx = 1.5\n";
        EXPECT_EQ(fault(within), "") << within;
    }
}

TEST(Diagnose, AStatementBehindARefusedOneIsLookedAt)
{
    EXPECT_EQ(places("x = = 1\ny = 0.5\nimport os"), "1:5 2:5 3:8 ");
    EXPECT_EQ(places("x = = 1; import os; y z\nopen"), "1:5 1:17 1:23 2:1 ");
    EXPECT_EQ(places("def f(a b):\n    x = eval\n    return 0.5\nimport os"), "1:9 2:9 3:12 4:8 ");
    EXPECT_EQ(places("if x y:\n    import os\nelif 1:\n    import sys\nelse:\n    y = 0.5\nz = 2j"),
              "1:6 2:12 4:12 6:9 7:5 ");
    EXPECT_EQ(places("try:\n    import os\nexcept A B:\n    open\nfinally:\n    eval\nz = 2j"),
              "2:12 3:10 4:5 6:5 7:5 ");
    EXPECT_EQ(places("try:\n  pass\nx = open"), "3:1 3:5 ");
    EXPECT_EQ(places("def f():\nx = open"), "2:1 2:5 ");
    EXPECT_EQ(places("for a b in c:\n    if d e:\n        break\n    continue\nbreak"), "1:7 2:10 5:1 ");
    EXPECT_EQ(places("@a\nclass A(b c):\n    @d e\n    def f(self):\n        return open"), "2:11 3:8 5:16 ");
}

TEST(Diagnose, ARefusedCaseOrSubjectDoesNotRefuseTheOtherCases)
{
    EXPECT_EQ(places("match x y:\n    case 1:\n        import os\n    case 2:\n        open\neval"),
              "1:9 3:16 5:9 6:1 ");
    EXPECT_EQ(places("match x:\n    case 1 2:\n        import os\n    case 3:\n        open\neval"),
              "2:12 3:16 5:9 6:1 ");
}

TEST(Diagnose, WhatTheTokeniserRefusesHidesNothingBehindIt)
{
    EXPECT_EQ(places("x = 'abc\ny = 0x1g\nz = 1__0\nimport os"), "1:5 2:8 3:7 4:8 ");
    EXPECT_EQ(places("x = 1)\ny = (2]\nz = $\nimport os"), "1:6 2:7 3:5 4:8 ");
    EXPECT_EQ(places("if 1:\n        open\n    eval\n    input\nexit"), "2:9 3:5 4:5 5:1 ");
    EXPECT_EQ(places("if 1:\n    pass\n        x = open\nimport os"), "3:9 3:13 4:8 ");
    EXPECT_EQ(places("x = f'{1.5} {2j} {a b}'\nopen"), "1:8 1:14 1:21 2:1 ");
}

TEST(Diagnose, WhatTheCheckerRefusesLeavesTheRestForTheCompiler)
{
    EXPECT_EQ(places("def f(a, a):\n    import os\nbreak\nreturn open"), "1:10 2:12 3:1 4:1 4:8 ");
    EXPECT_EQ(places("def f():\n    x = 1\n    global x\n    nonlocal y\n    import os"), "3:5 4:5 5:12 ");
    EXPECT_EQ(places("class A(x=1, x=2):\n    y = eval\nf(a=1, a=2)"), "1:14 2:9 3:8 ");
}

TEST(Diagnose, ANameThatARefusedStatementBindsIsNoMissingBinding)
{
    EXPECT_EQ(places("def f():\n    x = = 1\n    def g():\n        nonlocal x\n        x = 2"), "2:9 ");
}

TEST(Diagnose, SourceThatIsAcceptedHasNoRefusal)
{
    const Diagnosis found = diagnose("def handle(p): pass", {}, MANY);
    EXPECT_TRUE(found.refusals.empty());
    EXPECT_TRUE(found.whole);
    EXPECT_FALSE(found.full);
}

TEST(Diagnose, NoMoreAreCollectedThanAreAskedFor)
{
    std::string source;
    for (int i = 0; i < 50; ++i) source += "x = = 1\nimport os\ny = 0.5\n";
    const Diagnosis found = diagnose(source, {}, 20);
    EXPECT_LE(found.refusals.size(), 21u);  // with that of a deployment
    EXPECT_TRUE(found.full);
}

TEST(Diagnose, WhereSomethingWasLeftOutTheDiagnosisIsNotWhole)
{
    const auto whole = [](const char* source) { return diagnose(source, {}, MANY).whole; };
    EXPECT_TRUE(whole("import os\nx = 0.5\ndef f(): break\nasync def g(p): await p\n"));
    EXPECT_FALSE(whole("x = = open\n"));
    EXPECT_FALSE(whole("def f(a, a=open): pass\n"));
    EXPECT_FALSE(whole("x = (1,\n"));
}

TEST(Diagnose, DeepNestingIsBounded)
{
    std::string source, brackets(10'000, '(');
    for (int i = 0; i < 300; ++i) source += std::string(static_cast<std::size_t>(i), ' ') + "if 1:\n";
    EXPECT_EQ(fault(source + std::string(300, ' ') + "pass\n"), "");
    EXPECT_EQ(fault("x = " + brackets + "\ny = = 1\n"), "");
    std::string sum = "x = 1";
    for (int i = 0; i < 5'000; ++i) sum += " + 1";
    EXPECT_EQ(fault(sum + "\nbreak\n"), "");
}

/// Source with one character or line removed, doubled or replaced, at places that a fixed sequence gives.
TEST(Diagnose, DamagedSourceIsDiagnosedWithoutACrash)
{
    u64 state = 27;
    const auto below = [&](std::size_t n) {
        state = state * 6'364'136'223'846'793'005u + 1'442'695'040'888'963'407u;
        return static_cast<std::size_t>(state >> 33) % n;
    };
    u32 sources = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::string(LARIAT_SOURCE_FOLDER) + "/examples")) {
        if (entry.path().extension() != ".py") continue;
        std::ifstream file(entry.path());
        const std::string source{std::istreambuf_iterator<char>(file), {}};
        ++sources;
        for (int round = 0; round < 40; ++round) {
            std::string damaged = source;
            for (std::size_t n = 1 + below(4); n > 0; --n) {
                constexpr std::string_view SIGNS = "()[]{}:;,.='\"\\ \n\t@*#$0f";
                const std::size_t at = below(damaged.size());
                if (below(2) == 0)
                    damaged.erase(at, 1 + below(12));
                else
                    damaged.insert(at, 1 + below(3), SIGNS[below(SIGNS.size())]);
            }
            ASSERT_EQ(fault(damaged), "") << damaged;
        }
    }
    EXPECT_GT(sources, 5u);
}

}  // namespace
}  // namespace lariat::pvm
