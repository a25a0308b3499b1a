// Tests that an execution out of cycles, cells or memory ends at once: no clause, hook or native function
// goes on, and the use is what was used until then.
#include "pvm/objects/poison.hpp"
#include "vm_corpus.hpp"

namespace lariat::pvm {
namespace {

// Under sanitizers each takes many times as long.
#ifdef LARIAT_ADDRESS_SANITIZER
constexpr u64 PARTS = 4, LARGER = 3;
#else
constexpr u64 PARTS = 16, LARGER = 1;
#endif

using Events = std::vector<std::pair<std::string, Bytes>>;

bool begins(const Events& all, const Events& first)
{
    return first.size() <= all.size() && std::equal(first.begin(), first.end(), all.begin());
}

struct WholeRun {
    u64 cycles = 0;
    Events events;
};

WholeRun whole_run(const CorpusProgram& program)
{
    FakeHost host;
    const Ran r =
        run_source(program.source, host, program.handlers.front(), "", 1'000'000'000, corpus_limits());
    return {r.cycles, host.events};
}

TEST(PvmHalt, AProgramWithoutTheCyclesItNeedsHasDoneWhatItDoesFirstAndNothingElse)
{
    u64 stopped = 0;
    each_corpus_program([&](const CorpusProgram& program) {
        const std::string& handler = program.handlers.front();
        const auto [needed, events] = whole_run(program);
        u64 used = 0;
        for (u64 part = 0; part < PARTS; ++part) {
            const u64 limit = needed * part / PARTS + part % 7;
            if (limit >= needed) continue;
            FakeHost host;
            const Ran r = run_source(program.source, host, handler, "", limit, corpus_limits());
            EXPECT_EQ(r.out.status, ExecutionStatus::out_of_cycles) << program.path << " with " << limit;
            EXPECT_EQ(r.meter.out, Meter::Out::cycles) << program.path << " with " << limit;
            EXPECT_LE(r.cycles, limit) << program.path;
            EXPECT_GE(r.cycles, used) << program.path << ": fewer used of more, " << limit;
            EXPECT_TRUE(begins(events, host.events)) << program.path << " with " << limit;
            used = r.cycles;
            ++stopped;
        }
    });
    EXPECT_GT(stopped, 60 * PARTS);
}

TEST(PvmHalt, AProgramWithoutTheMemoryItNeedsHasDoneWhatItDoesFirstAndNothingElse)
{
    u64 stopped = 0;
    each_corpus_program([&](const CorpusProgram& program) {
        const std::string& handler = program.handlers.front();
        const auto [needed, events] = whole_run(program);
        u64 used = 0;
        for (u64 bytes = 4096; bytes < corpus_limits().arena_bytes; bytes += LARGER * bytes / 2 + 8) {
            Limits limits = corpus_limits();
            limits.arena_bytes = bytes;
            FakeHost host;
            const Ran r = run_source(program.source, host, handler, "", 1'000'000'000, limits);
            if (r.out.status != ExecutionStatus::out_of_memory) {
                EXPECT_EQ(r.cycles, needed) << program.path;
                break;
            }
            EXPECT_LE(r.cycles, needed) << program.path << " in " << bytes;
            EXPECT_GE(r.cycles, used) << program.path << ": fewer used in more, " << bytes;
            EXPECT_TRUE(begins(events, host.events)) << program.path << " in " << bytes;
            used = r.cycles;
            ++stopped;
        }
    });
    EXPECT_GT(stopped, 200u);
}

// Each calls itself through something native, catches all that can be caught, and says so.
constexpr const char* THROUGH_NATIVES[] = {
    "class A:\n"
    "    def __lt__(self, other): return caught(lambda: sorted([A(), A()]))\n"
    "def begin(): sorted([A(), A()])\n",
    "class A:\n"
    "    def __eq__(self, other): return caught(lambda: A() in [1])\n"
    "def begin(): A() == 1\n",
    "class A:\n"
    "    def __hash__(self): return caught(lambda: hash((A(), 1)))\n"
    "def begin(): {A(): 1}\n",
    "class A:\n"
    "    def __repr__(self): return caught(lambda: repr([{1: (A(),)}]))\n"
    "def begin(): repr(A())\n",
    "class A:\n"
    "    def __iter__(self): return caught(lambda: iter(list(A())))\n"
    "def begin(): list(A())\n",
    "class A:\n"
    "    def __bool__(self): return caught(lambda: any(map(bool, [A()])))\n"
    "def begin(): bool(A())\n",
    "class A:\n"
    "    def __getattr__(self, name): return caught(lambda: hasattr(A(), 'b'))\n"
    "def begin(): A().a\n",
    "class A:\n"
    "    def __format__(self, spec): return caught(lambda: f'{A():x}')\n"
    "def begin(): f'{A()}'\n",
    "def g(): yield from caught(lambda: g())\n"
    "def begin(): next(g())\n",
    "def g():\n"
    "    try: yield 1\n"
    "    finally: caught(begin)\n"
    "def begin():\n"
    "    x = g(); next(x); x.close()\n",
    "class A(Exception):\n"
    "    def __init__(self): caught(A)\n"
    "def begin(): raise A\n",
    "import json\n"
    "class A: pass\n"
    "def begin(): json.dumps(A(), default=lambda o: caught(lambda: [json.dumps([A()], "
    "default=begin_again)]))\n"
    "def begin_again(o): return caught(begin)\n",
    "class M(type):\n"
    "    def __instancecheck__(cls, o): return caught(lambda: isinstance(o, A))\n"
    "class A(metaclass=M): pass\n"
    "def begin(): isinstance(1, A)\n",
    "class D:\n"
    "    def __get__(self, o, cls): return caught(lambda: B().d)\n"
    "class B:\n"
    "    d = D()\n"
    "def begin(): B().d\n",
    "class A:\n"
    "    def __exit__(self, *e): caught(begin); return True\n"
    "    def __enter__(self): pass\n"
    "def begin():\n"
    "    with A(): 1 // 0\n",
};

constexpr const char* CAUGHT = R"(
import pvm_host
class Other: pass
class Another: pass
def caught(f):
    try:
        try: return f()
        finally: pass
    except RecursionError: raise
    except BaseException as e:
        if type(e).__name__ not in ('TypeError', 'A', 'ZeroDivisionError', 'ValueError', 'AttributeError'):
            pvm_host.emit_event('caught', type(e).__name__.encode())
        raise
def go(p):
    begin()
    pvm_host.emit_event('over', b'')
)";

TEST(PvmHalt, NothingNativeGoesOnWhereTheCyclesEndWithinIt)
{
    for (const char* through : THROUGH_NATIVES) {
        const std::string source = std::string(through) + CAUGHT;
        u64 used = 0, stopped = 0;
        for (u64 limit = 100; limit < 6'000; limit += 37) {
            FakeHost host;
            const Ran r = run_source(source, host, "go", "", limit);
            if (r.out.status != ExecutionStatus::out_of_cycles) break;  // too deep first
            EXPECT_TRUE(host.events.empty()) << source << " with " << limit;
            EXPECT_LE(r.cycles, limit) << source;
            EXPECT_GE(r.cycles, used) << source << ": fewer used of more, " << limit;
            used = r.cycles;
            ++stopped;
        }
        EXPECT_GT(stopped, 10u) << source;
    }
}

TEST(PvmHalt, NothingNativeGoesOnWhereTheMemoryEndsWithinIt)
{
    for (const char* through : THROUGH_NATIVES) {
        const std::string source = std::string(through) + CAUGHT;
        for (u64 bytes = 8'000; bytes < 64'000; bytes += 328) {
            Limits limits;
            limits.arena_bytes = bytes;
            FakeHost host;
            const Ran r = run_source(source, host, "go", "", 10'000'000, limits);
            if (r.out.status != ExecutionStatus::out_of_memory) break;
            EXPECT_TRUE(host.events.empty()) << source << " in " << bytes;
            EXPECT_EQ(r.meter.out, Meter::Out::no) << source << " in " << bytes;
        }
    }
}

}  // namespace
}  // namespace lariat::pvm
