// Files of tests: asserts that show values, classes of tests, modules beside the tests.
#include "vm_test_support.hpp"

namespace lariat::pvm {
namespace {

Limits limits_of_tests()
{
    Limits limits;
    limits.tests = true;
    return limits;
}

Outcome run_test(std::string_view source, std::string_view test = "test_it", const TestModules& beside = {})
{
    const auto program = compile_tests(source, beside);
    if (!program) {
        ADD_FAILURE() << program.error().to_string();
        return {};
    }
    FakeHost host;
    Meter meter{100'000'000, 1'000'000};
    host.meter = &meter;
    Call call{test, {}, {}, {}};
    call.want_traceback = true;
    return run(*program.value(), call, host, meter, limits_of_tests());
}

std::string failure(const std::string& assertion)
{
    const Outcome out = run_test(
        "class N:\n    n = 5\n    def __repr__(self): return 'N()'\ndef test_it():\n    x, y, l, n = 1, "
        "2, [1, 2], N()\n    " +
        assertion + "\n");
    return out.status == ExecutionStatus::ok ? "passed" : out.error + ": " + out.message;
}

std::string refusal(std::string_view source, const TestModules& beside)
{
    const auto program = compile_tests(source, beside);
    return program ? "accepted" : program.error().to_string();
}

}  // namespace

TEST(PvmTestFiles, AFailedAssertShowsTheValuesThatItCompared)
{
    EXPECT_EQ(failure("assert x == y"), "AssertionError: 1 == 2");
    EXPECT_EQ(failure("assert x < y < 2"), "AssertionError: 2 < 2");
    EXPECT_EQ(failure("assert x in l and 7 in l"), "AssertionError: 7 in [1, 2]");
    EXPECT_EQ(failure("assert x is not x"), "AssertionError: 1 is not 1");
    EXPECT_EQ(failure("assert not l"), "AssertionError: not [1, 2]");
    EXPECT_EQ(failure("assert l[2:]"), "AssertionError: []");
    EXPECT_EQ(failure("assert n.n == 6"), "AssertionError: 5 == 6");
    EXPECT_EQ(failure("assert n == x"), "AssertionError: N() == 1");
    EXPECT_EQ(failure("assert x == 2 or y == 1"), "AssertionError: False");
    EXPECT_EQ(failure("assert all(v < 2 for v in l)"), "AssertionError: False");
    for (const char* holds :
         {"assert x == 1", "assert x < y < 3", "assert not l[2:] and x", "assert x or y == 1", "assert n",
          "assert 2 in l, 1 // 0", "assert (z := x + 1) == 2 and z == 2"})
        EXPECT_EQ(failure(holds), "passed") << holds;
}

TEST(PvmTestFiles, AMessageStaysAndTheValuesAreANote)
{
    const Outcome out = run_test("def test_it():\n    assert 1 == 2, 'why'\n");
    EXPECT_EQ(out.message, "why");
    EXPECT_TRUE(out.traceback.ends_with("line 2, in test_it\nAssertionError: why\n1 == 2\n"))
        << out.traceback;
    EXPECT_EQ(run_test("assert [] == 1\ndef test_it(): pass\n").message, "[] == 1")
        << "at the level of the module";
}

TEST(PvmTestFiles, OfLongValuesTheFirstDifferenceIsShown)
{
    const std::string said = failure("assert list(range(50)) == [*range(30), 99, *range(31, 50)]");
    EXPECT_NE(said.find("\nfirst difference at 30: 30 and 99"), said.npos) << said;
    EXPECT_NE(failure("assert {'a' * 50: 1, 'b' * 50: 2} == {'a' * 50: 1}").find("only the left has 'bbbb"),
              said.npos);
    EXPECT_LT(failure("assert 'x' * 100_000 == 'y'").size(), 1'000u);
}

TEST(PvmTestFiles, MethodsOfClassesNamedTestAreTestsAndEachHasAnObjectOfItsOwn)
{
    constexpr std::string_view SOURCE = R"(
seen = []
class Base:
    def setup_method(self):
        seen.append("setup")
        self.n = 1
    def test_inherited(self):
        assert self.n == 1 and seen == ["setup"]
class TestA(Base):
    def test_own(self):
        assert self.n == 1
    def test_fails(self):
        assert self.n == 2
class Helper:
    def test_not_one(self): pass
class TestBroken:
    def setup_method(self): raise KeyError("setup")
    def test_it(self): pass
def test_function(): pass
)";
    const auto program = compile_tests(SOURCE, {});
    ASSERT_TRUE(program);
    EXPECT_EQ(handlers(*program.value()),
              (std::vector<std::string>{"TestA.setup_method", "TestA.test_fails", "TestA.test_inherited",
                                        "TestA.test_own", "TestBroken.setup_method", "TestBroken.test_it",
                                        "test_function"}));
    EXPECT_EQ(run_test(SOURCE, "TestA.test_own").status, ExecutionStatus::ok);
    EXPECT_EQ(run_test(SOURCE, "TestA.test_inherited").status, ExecutionStatus::ok);
    EXPECT_EQ(run_test(SOURCE, "TestA.test_fails").message, "1 == 2");
    EXPECT_EQ(run_test(SOURCE, "TestBroken.test_it").error, "KeyError");
    EXPECT_EQ(run_test(SOURCE, "test_function").status, ExecutionStatus::ok);
}

TEST(PvmTestFiles, ModulesBesideTheTestsAreImportedWithTheirOwnGlobals)
{
    const TestModules beside = {
        {"helpers",
         {"tests/helpers.py",
          "import more\nSTEP = 3\ndef up(n): return n + STEP + more.ZERO\ndef bad(): [].pop()\n"}},
        {"more", {"tests/more.py", "ZERO = 0\n"}},
        {"wrong", {"tests/wrong.py", "x = 0.5\n"}},
        {"json", {"tests/json.py", "dumps = None\n"}},
    };
    EXPECT_EQ(run_test("import helpers\nfrom helpers import up\nSTEP = 50\ndef test_it():\n    assert up(1) "
                       "== 4 == helpers.up(1)\n",
                       "test_it", beside)
                  .message,
              "");
    EXPECT_EQ(
        run_test("import json\ndef test_it():\n    assert json.dumps([1]) == '[1]'\n", "test_it", beside)
            .status,
        ExecutionStatus::ok)
        << "a module of the library comes first";
    const Outcome failed =
        run_test("from helpers import bad\ndef test_it():\n    bad()\n", "test_it", beside);
    EXPECT_NE(failed.traceback.find("  File \"tests/helpers.py\", line 4, in bad\n"), std::string::npos)
        << failed.traceback;
    EXPECT_EQ(run_test("from helpers import nothing\ndef test_it(): pass\n", "test_it", beside).error,
              "ImportError");
    EXPECT_EQ(refusal("import wrong\n", beside)
                  .find("line 1, column 1: imports tests/wrong.py: line 1, column 5: "),
              0u);
    EXPECT_NE(refusal("from helpers import *\n", beside).find("name what is imported"), std::string::npos);
    EXPECT_NE(refusal("import nowhere\n", beside).find("import of 'nowhere' is not allowed"),
              std::string::npos);
}

}  // namespace lariat::pvm
