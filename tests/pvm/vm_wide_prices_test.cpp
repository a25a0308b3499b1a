// Tests of prices of wide frames, long tuples of classes, long resolution orders and many keywords: in
// proportion above ordinary sizes, nothing below.
#include "vm_test_support.hpp"

namespace lariat::pvm::vm_wide_prices_test {
namespace {

std::string names(int count, const char* after, const char* between)
{
    std::string all;
    for (int i = 0; i < count; ++i) all += (i > 0 ? between : "") + ("a" + std::to_string(i)) + after;
    return all;
}

std::string indented(const std::string& lines)
{
    std::string out = "    ";
    for (const char c : lines) out += c == '\n' ? std::string("\n    ") : std::string(1, c);
    return out + "\n";
}

// What a statement costs in a handler, with its instructions.
u64 cost(const std::string& before, const std::string& statement)
{
    const auto cycles = [&](const std::string& body) {
        FakeHost host;
        const Ran r =
            run_source("def go(p):\n" + indented(before) + indented(body), host, "go", "", 50'000'000);
        EXPECT_EQ(r.out.status, ExecutionStatus::ok) << r.out.traceback;
        return r.cycles;
    };
    return cycles(statement) - cycles("pass");
}

std::string error_of(const std::string& body)
{
    FakeHost host;
    const Ran r = run_source("def go(p):\n" + indented(body), host);
    const std::string& text = r.out.traceback;
    const std::size_t last = text.rfind('\n', text.size() - 2);
    return text.empty() ? "none" : text.substr(last + 1, text.size() - last - 2);
}

std::string locals(int count)
{
    return "def f():\n    if True: return\n    " + names(count, "", "=") + "=1";
}

TEST(PvmWidePrices, AFrameOfMoreThan64SlotsCostsACycleForEach8Beyond)
{
    const u64 plain = cost(locals(1), "f()");
    EXPECT_EQ(cost(locals(64), "f()"), plain);
    EXPECT_EQ(cost(locals(64 + 8), "f()"), plain + 1);
    EXPECT_EQ(cost(locals(64 + 8'000), "f()"), plain + 1'000);
    EXPECT_EQ(cost(locals(64 + 8'000), "list(map(f, ())) or f()"),
              cost(locals(1), "list(map(f, ())) or f()") + 1'000);
}

TEST(PvmWidePrices, AFrameThatItsArgumentsDoNotFitIsPaidForToo)
{
    const std::string refused = "try: f(1)\nexcept TypeError: pass";
    EXPECT_EQ(cost(locals(64 + 8'000), refused), cost(locals(1), refused) + 1'000);
}

TEST(PvmWidePrices, AGeneratorThatIsNeverResumedHasPaidForItsFrame)
{
    const auto generator = [](int count) {
        return "def f():\n    yield\n    if True: return\n    " + names(count, "", "=") + "=1";
    };
    EXPECT_EQ(cost(generator(64), "f()"), cost(generator(1), "f()"));
    EXPECT_EQ(cost(generator(64 + 8'000), "f()"), cost(generator(1), "f()") + 1'000);
    EXPECT_EQ(cost(generator(64 + 8'000), "next(f())"), cost(generator(1), "next(f())") + 1'000);
}

TEST(PvmWidePrices, VariablesThatInnerFunctionsCaptureCostACycleEachBeyond16)
{
    const auto cells = [](int count) {
        return "def f():\n    if True: return\n    " + names(count, "", "=") + "=1\n    lambda: (" +
               names(count, "", ",") + ",)";
    };
    const u64 plain = cost(locals(1), "f()");
    EXPECT_EQ(cost(cells(16), "f()"), plain);
    EXPECT_EQ(cost(cells(64), "f()"), plain + 48);
    EXPECT_EQ(cost(cells(1'064), "f()"), plain + 1'048 + 125);
}

TEST(PvmWidePrices, DefaultsAndVariablesFromOutsideAreSlotsLikeOthers)
{
    const auto defaults = [](int count) { return "def f(" + names(count, "=1", ",") + "): return"; };
    EXPECT_EQ(cost(defaults(64), "f()"), cost(defaults(1), "f()"));
    EXPECT_EQ(cost(defaults(1'064), "f()"), cost(defaults(1), "f()") + 125);
    const auto keyword_only = [](int count) { return "def f(*, " + names(count, "=1", ",") + "): return"; };
    EXPECT_LE(cost(keyword_only(16), "f()"),
              cost(keyword_only(1), "f()") + 8);  // a slot of the table that is taken
    EXPECT_GE(cost(keyword_only(1'064), "f()"), cost(keyword_only(1), "f()") + 1'048 + 125);
    const auto outside = [](int count) {
        return "def make():\n    " + names(count, "", "=") +
               "=1\n    def f():\n        if True: return\n        " + names(count, "", ";") +
               "\n    return f\nf = make()";
    };
    EXPECT_EQ(cost(outside(1'064), "f()"), cost(outside(1), "f()") + 125);
}

TEST(PvmWidePrices, KeywordsPayForTheParametersTheyAreHeldAgainst)
{
    const auto by_keyword = [](int count) {
        return cost("def f(" + names(count, "", ",") + "): return\nd = {'a%d' % i: 1 for i in range(" +
                        std::to_string(count) + ")}",
                    "f(**d)");
    };
    const u64 few = by_keyword(64), many = by_keyword(2'064);
    EXPECT_GT(many, 2'064 * (2'000 / 32));
    EXPECT_LT(few, 64 * 40u);
    const auto refused = [](int count) {
        return cost("def f(" + names(count, "=1", ",") + ", /): return\nd = {'a%d' % i: 1 for i in range(" +
                        std::to_string(count) + ")}",
                    "try: f(**d)\nexcept TypeError: pass");
    };
    EXPECT_GT(refused(1'016), 1'016 * 250u);
}

TEST(PvmWidePrices, BasesOfAClassArePaidForBeforeTheyAreLookedAt)
{
    const auto bases = [](int count) {
        return cost("class A: pass\nt = (A,) * " + std::to_string(count) + " + (int, str)",
                    "try: type('X', t, {})\nexcept TypeError: pass");
    };
    EXPECT_EQ(bases(14), bases(2));
    EXPECT_EQ(bases(10'014), bases(14) + 40'000);
}

TEST(PvmWidePrices, OrdersOfResolutionThatAreLookedThroughArePaidForByTheirLength)
{
    const auto deep = [](int levels, const std::string& types) {
        return cost("class E(Exception): pass\nfor i in range(" + std::to_string(levels) +
                        "): E = type('E', (E,), {})\ne = E()\nt = " + types,
                    "try:\n    try: raise e\n    except t: pass\nexcept Exception: pass");
    };
    EXPECT_EQ(deep(4, "KeyError"), deep(0, "KeyError"));
    EXPECT_EQ(deep(4, "(KeyError, ValueError)"), deep(0, "(KeyError, ValueError)"));
    EXPECT_GE(deep(320, "(KeyError,) * 100"), deep(0, "(KeyError,) * 100") + 100 * 20);
    EXPECT_GE(deep(320, "(E,) * 100 + (5,)"), 100 * 40u);
    const auto split = [](int levels) {
        return cost("class E(Exception): pass\nfor i in range(" + std::to_string(levels) +
                        "): E = type('E', (E,), {})\ng = ExceptionGroup('g', [E()] * 100)",
                    "g.split(KeyError)");
    };
    EXPECT_GE(split(320), split(0) + 100 * 40);
}

TEST(PvmWidePrices, ATemplateFindsEveryOneOfManyKeywords)
{
    EXPECT_EQ(error_of("d = {'k%d' % i: i for i in range(50)}\n"
                       "t = ','.join('{k%d}' % i for i in range(50))\n"
                       "assert t.format(**d) == ','.join(str(i) for i in range(50))\n'{k}'.format(**d)"),
              "KeyError: 'k'");
}

TEST(PvmWidePrices, NamesOfClassesHaveTheLimitThatNamesInSourceHave)
{
    EXPECT_EQ(error_of("type('A' * 256, (), {})"), "none");
    EXPECT_EQ(error_of("type('A' * 257, (), {})"),
              "ValueError: name of a class is too long: 257 bytes, the limit is 256");
    EXPECT_EQ(error_of("class A: pass\nA.__name__ = 'A' * 60000"),
              "ValueError: name of a class is too long: 60000 bytes, the limit is 256");
    EXPECT_EQ(error_of("class A: pass\nA.__qualname__ = 'A' * 1281"),
              "ValueError: qualified name of a class is too long: 1281 bytes, the limit is 1280");
    EXPECT_EQ(error_of("class A: __qualname__ = 'A' * 1281"),
              "ValueError: qualified name of a class is too long: 1281 bytes, the limit is 1280");
    EXPECT_EQ(error_of("class A: __module__ = 'A' * 1281"),
              "ValueError: qualified name of a class is too long: 1281 bytes, the limit is 1280");
}

}  // namespace
}  // namespace lariat::pvm::vm_wide_prices_test
