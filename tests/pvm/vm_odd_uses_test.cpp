// Tests of uses that CPython answers differently and no ordinary program has: each ends in a value or an
// exception.
#include <utility>

#include "vm_test_support.hpp"

namespace lariat::pvm {
namespace {

Ran go(std::string_view source, FakeHost& host)
{
    return run_source(std::string("class Z: pass\nclass Zz: pass\n") + std::string(source), host);
}

TEST(PvmOddUses, EndAsTheExceptionThatTheyAre)
{
    const std::pair<const char*, const char*> cases[] = {
        {"def go(p):\n"
         "    e = enumerate([1, 2, 3], (1 << 4095) + ((1 << 4095) - 1))\n"
         "    try: next(e)\n"
         "    except OverflowError: pass\n"
         "    next(e)\n",
         "OverflowError"},
        {"import dataclasses\n"
         "def go(p): dataclasses.make_dataclass('D', [], namespace={5: lambda: 1})\n",
         "TypeError"},
        {"import json\n"
         "def go(p):\n"
         "    class X(json.JSONDecodeError, ExceptionGroup): pass\n",
         "TypeError"},
        {"def rec(n):\n"
         "    if n: rec(n - 1)\n"
         "    import cowboy_sdk\n"
         "def go(p): rec(253)\n",
         "RecursionError"},
        {"def go(p):\n"
         "    p = property()\n"
         "    p.__init__(p)\n"
         "    p.__isabstractmethod__\n",
         "RecursionError"},
        {"def go(p):\n"
         "    for wrap in staticmethod, classmethod, property:\n"
         "        x = len\n"
         "        for i in range(20000): x = wrap(x)\n"
         "        for name in '__isabstractmethod__', '__name__', '__qualname__', '__doc__', '__dict__':\n"
         "            try: getattr(x, name)\n"
         "            except (RecursionError, AttributeError): pass\n"
         "    x = staticmethod(len)\n"
         "    for i in range(20000): x = staticmethod(x)\n"
         "    x.__name__\n",
         "RecursionError"},
        {"from itertools import repeat\n"
         "def go(p):\n"
         "    x = 1\n"
         "    for i in range(20000): x = repeat(x)\n"
         "    repr(x)\n",
         "RecursionError"},
        {"from itertools import groupby\n"
         "class K:\n"
         "    def __eq__(self, other):\n"
         "        if not once:\n"
         "            once.append(1)\n"
         "            next(next(by)[1])\n"
         "        return False\n"
         "once = []\n"
         "by = groupby([1, 2, 3], key=lambda x: K())\n"
         "def go(p):\n"
         "    next(by)\n"
         "    type(next(by)[0]).nothing\n",
         "AttributeError"},
        {"class M(type):\n"
         "    def __prepare__(name, bases): return {5: 1}\n"
         "def go(p):\n"
         "    class X(metaclass=M): pass\n",
         "TypeError"},
    };
    for (const auto& [source, error] : cases) {
        FakeHost host;
        const Ran r = go(source, host);
        EXPECT_EQ(r.out.status, ExecutionStatus::revert) << source;
        EXPECT_EQ(r.out.error, error) << source;
    }
}

// CPython 3.11.2, against which the other tests compare, does not have these fixes.
TEST(PvmOddUses, FollowFixesOfLaterPatchReleases)
{
    const std::pair<const char*, const char*> cases[] = {
        {"def go(p):\n"
         "    calls = []\n"
         "    def feed():\n"
         "        calls.append(1)\n"
         "        if len(calls) > 1: return 'end'\n"
         "        list(numbers)\n"
         "        return 'not the end'\n"
         "    numbers = iter(feed, 'end')\n"
         "    try: return next(numbers).encode()\n"
         "    except StopIteration: return b'ended after %d calls' % len(calls)\n",
         "ended after 2 calls"},
        {"import enum\n"
         "def go(p):\n"
         "    try:\n"
         "        class Level(enum.IntEnum):\n"
         "            def __new__(cls, value): return super().__new__(cls, value)\n"
         "            LOW = 1\n"
         "    except TypeError as e: return str(e).encode()\n",
         "<enum 'Level'> has no members defined"},
    };
    for (const auto& [source, returned] : cases) {
        FakeHost host;
        const Ran r = go(source, host);
        EXPECT_EQ(r.out.status, ExecutionStatus::ok) << r.out.traceback;
        EXPECT_EQ(text(r.out.returned), returned) << source;
    }
}

TEST(PvmOddUses, AModuleThatCouldNotBeMadeIsMadeWhenItIsAskedForAgain)
{
    FakeHost host;
    const Ran r =
        go("def rec(n):\n"
           "    if n: rec(n - 1)\n"
           "    import cowboy_sdk\n"
           "def go(p):\n"
           "    try: rec(253)\n"
           "    except RecursionError: pass\n"
           "    for i in (): pass\n"
           "    import cowboy_sdk\n"
           "    return cowboy_sdk.TxFeeParams.__name__.encode()\n",
           host);
    EXPECT_EQ(r.out.status, ExecutionStatus::ok) << r.out.traceback;
    EXPECT_EQ(text(r.out.returned), "TxFeeParams");
}

TEST(PvmOddUses, TheHashOfWhatIsNoObjectSaysNothingOfWhereThingsLie)
{
    FakeHost host;
    const Ran r =
        go("def go(p):\n"
           "    kept = [[] for i in range(10000)]\n"
           "    return str(max(map(object.__hash__, range(0x7f0000000000 // 2, 0x800000000000 // 2, "
           "1 << 24)))).encode()\n",
           host);
    EXPECT_EQ(r.out.status, ExecutionStatus::ok) << r.out.traceback;
    EXPECT_EQ(text(r.out.returned), "0");
}

TEST(PvmOddUses, ATracebackThatCannotBeToldLeavesTheOutcomeAsItIs)
{
    FakeHost host;
    const Ran r =
        go("class E(Exception):\n"
           "    def __str__(self):\n"
           "        while True: pass\n"
           "def go(p): raise E()\n",
           host);
    EXPECT_EQ(r.out.status, ExecutionStatus::revert);
    EXPECT_EQ(r.out.error, "E");
    EXPECT_LT(r.cycles, 1'000u);
}

TEST(PvmOddUses, WhatAnErrorOfTheHostShowsRunsNoCodeOfTheProgram)
{
    FakeHost host;
    const Ran r =
        go("import pvm_host\n"
           "class S(int):\n"
           "    def __repr__(self):\n"
           "        pvm_host.emit_event('shown', b'')\n"
           "        raise ValueError\n"
           "def go(p):\n"
           "    try: pvm_host.set_gba(S(5))\n"
           "    except Exception: pass\n",
           host);
    EXPECT_EQ(r.out.status, ExecutionStatus::ok) << r.out.traceback;
    EXPECT_TRUE(host.events.empty());
}

TEST(PvmOddUses, TuplesOfClassesAreLookedThroughNoDeeperForWhatAnObjectSaysItIs)
{
    FakeHost host;
    const Ran r =
        go("class Sparing(tuple):\n"
           "    def __instancecheck__(self, other): return False\n"
           "class Claiming:\n"
           "    @property\n"
           "    def __class__(self): return int\n"
           "def go(p):\n"
           "    deep = ()\n"
           "    for i in range(200000): deep = (deep,)\n"
           "    deep = Sparing((deep,))\n"
           "    for i in range(32): deep = (deep,)\n"
           "    return repr((isinstance(Claiming(), deep), isinstance(Claiming(), ((int,),)))).encode()\n",
           host);
    EXPECT_EQ(r.out.status, ExecutionStatus::ok) << r.out.traceback;
    EXPECT_EQ(text(r.out.returned), "(False, True)");
}

// What is changed there unseen is still in the cache of what was looked up, or is not: which one depends on
// addresses.
TEST(PvmOddUses, NoMethodIsGivenTheTableOfAClassItself)
{
    FakeHost host;
    const Ran r =
        go("class Taking:\n"
           "    def take(self, other):\n"
           "        if type(other) is dict: other.clear()\n"
           "        return True\n"
           "    __eq__ = __ne__ = __or__ = __ror__ = take\n"
           "class Taken(dict):\n"
           "    __or__ = __ror__ = Taking.take\n"
           "class Kept:\n"
           "    def __setattr__(self, name, value): raise KeyError\n"
           "    def f(self): return 5\n"
           "def go(p):\n"
           "    own, of_taken = Kept.__dict__, {}.keys().mapping | Taken()\n"
           "    for one in own, own.keys().mapping:\n"
           "        one == Taking(), Taking() == one, one != Taking(), one | Taking(), Taking() | one\n"
           "        one.__eq__(Taking()), one.__or__(Taking()), one.__ror__(Taking()), one | Taken(x=1)\n"
           "        Taken(x=1) | one, one | Taken(x=1).keys().mapping, Taken(x=1).keys().mapping | one\n"
           "        one == Taken(x=1), Taken(x=1).keys().mapping == one, one == {}, one | {}, {} | one\n"
           "    try: Kept().x = 1\n"
           "    except KeyError: return b'%d %d' % (Kept().f(), len(own))\n",
           host);
    EXPECT_EQ(r.out.status, ExecutionStatus::ok) << r.out.traceback;
    EXPECT_EQ(text(r.out.returned), "5 2");
}

TEST(PvmOddUses, NothingIsKeptInWhatAllExecutionsShare)
{
    const std::string source =
        "from itertools import chain\n"
        "kinds = [object, type, int, bool, str, bytes, bytearray, list, tuple, dict, set, frozenset, range,\n"
        "         slice, property, staticmethod, classmethod, super, enumerate, zip, map, filter, reversed,\n"
        "         Exception, BaseException, BaseExceptionGroup, OSError, StopIteration, UnicodeDecodeError,\n"
        "         chain, type(len), type([].append), type(list.append), type(lambda: 1), type(None),\n"
        "         type({}.keys()), type(int.__dict__), type(list[int]), type(int | str), type(iter([]))]\n"
        "def go(p):\n"
        "    kept = []\n"
        "    for of in kinds:\n"
        "        for what in [of, *of.__dict__.values()]:\n"
        "            for name in 'kept', '__doc__', '__name__', '__qualname__', '__dict__', '__module__':\n"
        "                try: setattr(what, name, {'kept': [1]})\n"
        "                except (AttributeError, TypeError): pass\n"
        "                else: kept.append((of, what, name))\n"
        "            try: what.__dict__['kept'] = 1\n"
        "            except (AttributeError, TypeError): pass\n"
        "            else: kept.append((of, what))\n"
        "            if hasattr(what, 'kept'): kept.append(what)\n"
        "    return repr(kept).encode()\n";
    for (int i = 0; i < 2; ++i) {
        FakeHost host;
        const Ran r = go(source, host);
        EXPECT_EQ(r.out.status, ExecutionStatus::ok) << r.out.traceback;
        EXPECT_EQ(text(r.out.returned), "[]");
    }
}

}  // namespace
}  // namespace lariat::pvm
