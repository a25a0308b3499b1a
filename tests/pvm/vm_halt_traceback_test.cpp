// The traceback of an execution that a limit has ended: the frames, the line, and what was left.
#include "vm_test_support.hpp"

namespace lariat::pvm::vm_halt_traceback_test {
namespace {

constexpr std::string_view SOURCE = R"(import pvm_host, json

def spin(n):
    total = 0
    while True:
        total += n

def deep(n):
    if n:
        return deep(n - 1)
    spin(1)

def go(p):
    deep(6)

def library(p):
    json.loads("[" + "1," * 100000 + "1]")

def generator(p):
    def endless():
        while True:
            yield 1
    for x in endless():
        pass

def hog(p):
    data = [b"x" * 1000]
    while True:
        data = data + data

def spend(p):
    pvm_host.set_state(b"key", bytes(300))
    pvm_host.set_state(b"key",
                       bytes(2_000_000))

def pay(p):
    pvm_host.charge_gas(10**9)

def caught(p):
    try:
        1 // 0
    except ZeroDivisionError:
        spin(2)
)";

Ran halted(std::string_view handler, bool keeps_places = true, u64 cycles = 100'000)
{
    FakeHost host;
    const Limits limits;
    const auto program = compile(SOURCE, limits);
    Ran r;
    r.meter = Meter{cycles, 1'000'000};
    host.meter = &r.meter;
    Call call{handler, {}, host.context_.actor, {}};
    call.want_traceback = true;
    call.keeps_places = keeps_places;
    r.out = run(*program.value(), call, host, r.meter, limits);
    r.cycles = cycles - r.meter.cycles_left;
    return r;
}

bool has(const std::string& text, std::string_view part)
{
    return text.find(part) != text.npos;
}

}  // namespace

TEST(PvmHaltTraceback, OutOfCyclesNamesTheFramesAndTheLineAndTheCyclesLeft)
{
    const Ran r = halted("go");
    EXPECT_EQ(r.out.status, ExecutionStatus::out_of_cycles);
    const std::string& t = r.out.traceback;
    EXPECT_TRUE(
        t.starts_with("Traceback (most recent call last):\n  File \"<actor>\", line 14, in go\n"
                      "  File \"<actor>\", line 10, in deep\n"))
        << t;
    EXPECT_TRUE(has(t, "  [Previous line repeated 3 more times]\n  File \"<actor>\", line 11, in deep\n"))
        << t;
    EXPECT_TRUE(has(t, "line 6, in spin\n") || has(t, "line 5, in spin\n")) << t;
    EXPECT_EQ(r.out.message,
              std::to_string(r.meter.cycles_left) + " left, and the next operation takes more");
    EXPECT_TRUE(t.ends_with("OutOfCycles: " + r.out.message + "\n")) << t;
}

TEST(PvmHaltTraceback, TheLineOfACallIntoTheLibraryAndOfAGeneratorIsNamed)
{
    EXPECT_TRUE(has(halted("library").out.traceback, "line 17, in library\n"))
        << halted("library").out.traceback;
    const std::string t = halted("generator").out.traceback;
    EXPECT_TRUE(has(t, "line 23, in generator\n") || has(t, "line 24, in generator\n")) << t;
    EXPECT_TRUE(has(halted("caught").out.traceback, "line 43, in caught\n"))
        << halted("caught").out.traceback;
}

TEST(PvmHaltTraceback, MemoryAndCellsAreToldByTheirNames)
{
    constexpr u64 ENOUGH = 1'000'000'000;
    const Ran memory = halted("hog", true, ENOUGH);
    EXPECT_EQ(memory.out.status, ExecutionStatus::out_of_memory);
    EXPECT_TRUE(has(memory.out.traceback, "line 29, in hog\n")) << memory.out.traceback;
    EXPECT_TRUE(memory.out.traceback.ends_with("OutOfMemory: an execution has 16777216 bytes\n"));
    const Ran cells = halted("spend", true, ENOUGH);
    EXPECT_EQ(cells.out.status, ExecutionStatus::out_of_cells);
    EXPECT_TRUE(has(cells.out.traceback, "in spend\nOutOfCells: ")) << cells.out.traceback;
    const Ran cycles = halted("pay");
    EXPECT_TRUE(has(cycles.out.traceback, "line 37, in pay\nOutOfCycles: ")) << cycles.out.traceback;
}

TEST(PvmHaltTraceback, FEE6_KeepingPlacesChangesNoResultAndNoCost)
{
    for (const char* handler : {"go", "library", "generator", "hog", "spend", "pay", "caught"}) {
        const Ran plain = halted(handler, false), kept = halted(handler, true);
        EXPECT_EQ(plain.out.status, kept.out.status) << handler;
        EXPECT_EQ(plain.meter.cycles_left, kept.meter.cycles_left) << handler;
        EXPECT_EQ(plain.meter.cells_left, kept.meter.cells_left) << handler;
    }
}

}  // namespace lariat::pvm::vm_halt_traceback_test
