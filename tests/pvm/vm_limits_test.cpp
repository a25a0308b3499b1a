// Tests of execution limits: cycles, cells, memory, frames; each hostile program ends in one of them.
#include "lariat/types.hpp"
#include "vm_test_support.hpp"

namespace lariat::pvm {
namespace {

std::string handler(std::string_view body)
{
    std::string out = "def go(p):\n";
    for (std::size_t at = 0; at <= body.size();) {
        const std::size_t end = std::min(body.find('\n', at), body.size());
        out += "    " + std::string(body.substr(at, end - at)) + "\n";
        at = end + 1;
    }
    return out;
}

ExecutionStatus ends(std::string_view body, u64 cycles = 3'000'000)
{
    FakeHost host;
    return run_source(handler(body), host, "go", "", cycles).out.status;
}

TEST(PvmLimits, AnEndlessLoopEndsOutOfCyclesWithNothingLeftToTake)
{
    const Ran r = run_source(handler("while True: pass"));
    EXPECT_EQ(r.out.status, ExecutionStatus::out_of_cycles);
    EXPECT_EQ(r.meter.out, Meter::Out::cycles);
}

TEST(PvmLimits, NoProgramCatchesTheEndOfItsCycles)
{
    EXPECT_EQ(ends("try:\n    while True: pass\nexcept BaseException:\n    pass\nfinally:\n    p = 1"),
              ExecutionStatus::out_of_cycles);
}

TEST(PvmLimits, DoublingBytesEndsOutOfMemory)
{
    EXPECT_EQ(ends("x = b'a'\nwhile True: x = x + x", 100'000'000), ExecutionStatus::out_of_memory);
    EXPECT_EQ(ends("x = 'a' * 10 ** 12"), ExecutionStatus::out_of_cycles);
    EXPECT_EQ(ends("x = [0] * 10 ** 18", U64_MAX), ExecutionStatus::out_of_memory);
    EXPECT_EQ(ends("x = bytes(1 << 40)", U64_MAX), ExecutionStatus::out_of_memory);
    EXPECT_EQ(ends("x = '%1000000000d' % 1", U64_MAX), ExecutionStatus::out_of_memory);
    EXPECT_EQ(ends("x = f'{1:2000000000}'", U64_MAX), ExecutionStatus::out_of_memory);
}

TEST(PvmLimits, MemoryIsCountedTheSameTwice)
{
    // The largest list that fits is found by size and must not depend on what ran before.
    const auto largest = [] {
        u64 low = 1, high = 4'000'000;
        while (low < high) {
            const u64 middle = (low + high + 1) / 2;
            const bool fits = ends("x = [0] * " + std::to_string(middle), U64_MAX / 2) == ExecutionStatus::ok;
            (fits ? low : high) = fits ? middle : middle - 1;
        }
        return low;
    };
    const u64 first = largest();
    EXPECT_EQ(first, largest());
    EXPECT_EQ(first, 2097100u);  // pinned: 16 MiB less module, frames and builtins of this program
}

TEST(PvmLimits, IntegersBeyond4096BitsOverflow)
{
    for (const char* body :
         {"x = 3\nwhile True: x = x * x", "1 << 4096", "2 ** 4096", "10 ** 100000", "-(1 << 4095) * 4"}) {
        const Ran r = run_source(handler(body));
        EXPECT_EQ(r.out.status, ExecutionStatus::revert) << body;
        EXPECT_EQ(r.out.error, "OverflowError") << body;
    }
    EXPECT_EQ(ends("return str(((1 << 4095) - 1) * 2 + 1).encode()"), ExecutionStatus::ok);
}

TEST(PvmLimits, RecursionIsAnErrorThatCanBeCaught)
{
    EXPECT_EQ(run_source(handler("def f(): f()\nf()")).out.error, "RecursionError");
    EXPECT_EQ(ends("def f(): f()\ntry: f()\nexcept RecursionError: return b'ok'"), ExecutionStatus::ok);
    EXPECT_EQ(
        run_source(handler("class R:\n    def __eq__(self, o): return self == o\nR() == R()")).out.error,
        "RecursionError");
    EXPECT_EQ(run_source(handler("a = []\nfor i in range(100000): a = [a]\nrepr(a)")).out.error,
              "RecursionError");
    EXPECT_EQ(
        run_source(handler("a = []\nb = []\nfor i in range(100000): a, b = [a], [b]\na == b")).out.error,
        "RecursionError");
    EXPECT_EQ(run_source(handler("t = ()\nfor i in range(100000): t = (t,)\nhash(t)")).out.error,
              "RecursionError");
    EXPECT_EQ(run_source(handler("m = iter([1])\nfor i in range(10000): m = map(lambda x: x, m)\nnext(m)"))
                  .out.error,
              "RecursionError");
    EXPECT_EQ(run_source(handler("sorted([2, 1], key=lambda k: go(p))")).out.error, "RecursionError");
    EXPECT_EQ(run_source(handler("class E(property): pass\nE.__get__ = E(len)\nclass C: x = E(len)\nC().x"))
                  .out.error,
              "RecursionError");
}

TEST(PvmLimits, FramesAreExactlyTheLimit)
{
    // module and handler are not on the stack together; the handler is the first frame
    const std::string source = "def d(n): return 0 if n == 0 else d(n - 1)\ndef go(p):\n    d(int(p))";
    FakeHost host;
    EXPECT_EQ(run_source(source, host, "go", "254").out.status, ExecutionStatus::ok);
    EXPECT_EQ(run_source(source, host, "go", "255").out.error, "RecursionError");
}

TEST(PvmLimits, HostileProgramsEndInAnError)
{
    for (const char* body : {
             "class E:\n    def __iter__(self): return self\n    def __next__(self): return 1\nlist(E())",
             "class E:\n    def __len__(self): return 1 << 70\nlen(E())",
             "l = [1, 2, 3]\nfor x in l: l.append(x)",
             "d = {1: 1}\nfor k in d: d[k + 1] = 1",
             "l = [3, 2, 1]\nl.sort(key=lambda x: l.append(x) or x)",
             "def g():\n    yield next(i)\ni = g()\nnext(i)",
             "class A:\n    def __del__(self): pass\n    def __getattr__(self, n): return getattr(self, n + "
             "'x')\nA().y",
             "s = {frozenset(): 1}\nx = frozenset()\nwhile True: x = frozenset([x])",
             "x = 'a'\nwhile True: x = x.replace('a', 'aa')",
             "x = ['a']\nwhile True: x = [','.join(x * 3)]",
             "x = []\nx.append(x)\nstr(x) + 1",
             "import json\nx = []\nx.append(x)\njson.dumps(x)",
             "import json\njson.loads('[' * 100000)",
             "import json\njson.loads('[NaN,' + '[' * 200000)",
             "import json\njson.loads('[-Infinity,' + '{\"\":' * 200000)",
             "raise p from p",
             "().__class__.__bases__[0].__subclasses__()",
             "type.__subclasses__(object)",
             "go.__class__.__dict__['__globals__']",
             "go.__closure__",
             "go.__builtins__",
             "object.__getattribute__(go, '__globals__')",
             "object.__getattribute__(go, '__code__')",
             "str.__dict__['upper'].__globals__",
             "len.__self__",
             "[].append.__self__.__class__.__init__.__globals__",
             "type('X', (), {}).__init__.__globals__",
             "import json\njson.__dict__",
             "import functools\nfunctools.reduce.__globals__",
             "import functools\nfunctools.reduce.__code__",
             "type.__dict__['x'] = 1",
             "int.__dict__['__add__'] = None",
             "type.__setattr__(int, 'x', 1)",
             "object.__setattr__(int, 'x', 1)",
             "(5).__class__ = str",
             "class A: pass\nA.__dict__['x'] = 1",
             "class A: pass\nA.__mro__ = ()",
             "class A: pass\nA.__bases__ = (int,)",
             "class A: pass\nclass B(int): pass\nB(1).__class__ = A",
             "(lambda: 0).__code__",
             "(lambda: 0).__globals__",
             "type(p).__subclasses__()",
             "p.__class__.__mro__[-1].__subclasses__()",
             "try: 1 // 0\nexcept Exception as e: e.__traceback__.tb_frame",
             "(x for x in []).gi_frame",
         }) {
        const ExecutionStatus status = ends(body, 2'000'000);
        EXPECT_NE(status, ExecutionStatus::ok) << body;
    }
}

TEST(PvmLimits, CollidingKeysPayForTheirProbes)
{
    const char* plain = "d = {}\nfor i in range(2000): d[i] = i";
    const char* colliding = "d = {}\nfor i in range(2000): d[i << 61] = i\n";
    FakeHost host;
    const u64 cheap = run_source(handler(plain), host, "go", "", U64_MAX / 2).cycles;
    const u64 dear = run_source(
                         "class K:\n    def __init__(self, n): self.n = n\n    def __hash__(self): return "
                         "1\n    def __eq__(self, o): return self.n == o.n\nclass Z: pass\n" +
                             handler("d = {}\nfor i in range(300): d[K(i)] = i"),
                         host, "go", "", U64_MAX / 2)
                         .cycles;
    EXPECT_GT(dear, 300u * 300 / 2);
    EXPECT_LT(cheap, 2000u * 20);
    EXPECT_GT(run_source(handler(colliding), host, "go", "", U64_MAX / 2).cycles, cheap);
}

TEST(PvmLimits, NothingRepeatedAnyNumberOfTimesIsNothingAndAtOnce)
{
    for (const std::string nothing : {"''", "b''", "bytearray()", "[]", "()"}) {
        const std::string body =
            "a = " + nothing + "\nassert len(a * 10 ** 18) == 0 and len(10 ** 18 * a) == 0";
        EXPECT_EQ(ends(body, 10'000), ExecutionStatus::ok) << nothing;
    }
}

}  // namespace
}  // namespace lariat::pvm
