// print(): its text goes to the host, and costs the same wherever it goes.
#include "vm_test_support.hpp"

namespace lariat::pvm {
namespace {

class PrintingHost : public FakeHost {
public:
    std::vector<std::string> printed;
    void print(std::string_view text) override { printed.emplace_back(text); }
};

std::string go(const std::string& body)
{
    return "class P:\n    def __str__(self): return 'shown'\nclass Q: pass\ndef go(p):\n    " + body + "\n";
}

}  // namespace

TEST(PvmPrint, WritesWhatPythonWrites)
{
    PrintingHost host;
    const Ran r =
        run_source(go("print('a', 1, b'x', None, P(), [P]); print(); print('a', 'b', sep='-', end='!'); "
                      "print('x', sep=None, end=None, file=None, flush=True); print(*range(3), sep='')"),
                   host);
    ASSERT_EQ(r.out.status, ExecutionStatus::ok) << r.out.traceback;
    EXPECT_EQ(host.printed, (std::vector<std::string>{"a 1 b'x' None shown [<class '__main__.P'>]\n", "\n",
                                                      "a-b!", "x\n", "012\n"}));
}

TEST(PvmPrint, RefusesArgumentsAsPythonDoes)
{
    const std::pair<const char*, const char*> cases[] = {
        {"print(1, sep=5)", "TypeError: sep must be None or a string, not int"},
        {"print(1, end=b'')", "TypeError: end must be None or a string, not bytes"},
        {"print(1, color=2)", "TypeError: 'color' is an invalid keyword argument for print()"},
        {"print(1, file=Q())", "TypeError: print() has no files: leave file out"},
    };
    for (const auto& [call, error] : cases) {
        PrintingHost host;
        const Ran r = run_source(go(call), host);
        EXPECT_TRUE(r.out.traceback.ends_with(std::string(error) + "\n")) << r.out.traceback;
        EXPECT_TRUE(host.printed.empty());
    }
}

TEST(PvmPrint, CostsTheSameForEveryHostAndTwoCyclesAByte)
{
    const auto cycles = [](FakeHost& host, u64 bytes) {
        return run_source(go("print('" + std::string(bytes, 'x') + "')"), host).cycles;
    };
    FakeHost silent;
    PrintingHost printing;
    EXPECT_EQ(cycles(silent, 10), cycles(printing, 10));
    EXPECT_EQ(cycles(silent, 500) - cycles(silent, 100), 800u) << "1 for str(), 1 for the text";
}

TEST(PvmPrint, ItsTextIsPartOfTheMemoryOfAnExecution)
{
    FakeHost host;
    const Ran r = run_source(go("print(*['x' * 1_000_000] * 100)"), host, "go", "", 1'000'000'000);
    EXPECT_EQ(r.out.status, ExecutionStatus::out_of_memory);
}

TEST(PvmPrint, AProgramMayHaveAPrintOfItsOwn)
{
    PrintingHost host;
    const Ran r = run_source("def print(x): return x\ndef go(p): return print(p)\n", host, "go", "own");
    EXPECT_EQ(r.out.returned, to_bytes(view(std::string_view("own"))));
    EXPECT_TRUE(host.printed.empty());
}

}  // namespace lariat::pvm
