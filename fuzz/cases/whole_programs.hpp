// Fuzz cases that are whole programs, measured from entering to leaving: some fill the memory first, others
// end in deep calls.
#pragma once

#include <cstdint>

namespace lariat::fuzz {

struct Whole {
    const char* source;
    std::uint64_t least, most, step;  ///< limits of cycles that it is run with
};

/// All that a transaction may have, and a timer.
inline constexpr std::uint64_t USER_LANE = 5'000'000, TIMER_LANE = 2'000'000;

inline constexpr Whole WHOLE_PROGRAMS[] = {
    // Objects in an order that no cache foresees, one after the other.
    {R"(def go(p):
    n = 131072
    a = [[None] for i in range(n)]
    i = 0
    for k in range(n):
        j = (i * 1664525 + 1013904223) & 131071
        a[i][0] = a[j]
        i = j
    x = a[0]
    while True:
        x, = x; x, = x; x, = x; x, = x; x, = x; x, = x; x, = x; x, = x; x, = x
)",
     TIMER_LANE, USER_LANE, USER_LANE - TIMER_LANE},
    {R"(class X: pass
class Y: pass
def go(p):
    n = 32768
    a = [X() for i in range(n)]
    for i in range(n): a[i].n = a[(i * 12345 + 54321) & 32767]
    x = a[0]
    while True:
        x = x.n; x = x.n; x = x.n; x = x.n; x = x.n; x = x.n; x = x.n; x = x.n; x = x.n
)",
     TIMER_LANE, USER_LANE, USER_LANE - TIMER_LANE},
    // The same, an attribute a cycle: in few, in a table with an index, of functions, of classes.
    {R"(class X: pass
class Y: pass
def go(p):
    n = 32768
    a = [X() for i in range(n)]
    for i in range(n): a[i].n = a[(i * 12345 + 54321) & 32767]
    x = a[0]
    while True: x = x.n.n.n.n.n.n.n.n.n.n.n.n.n.n.n.n
)",
     TIMER_LANE, USER_LANE, USER_LANE - TIMER_LANE},
    {R"(class X:
    def __init__(s): s.a = s.b = s.c = s.d = s.e = s.f = s.g = s.h = 1
class Y: pass
def go(p):
    n = 8192
    a = [X() for i in range(n)]
    for i in range(n): a[i].n = a[(i * 12345 + 54321) & 8191]
    x = a[0]
    while True: x = x.n.n.n.n.n.n.n.n.n.n.n.n.n.n.n.n
)",
     TIMER_LANE, USER_LANE, USER_LANE - TIMER_LANE},
    {R"(def go(p):
    n = 32768
    a = [lambda: 0 for i in range(n)]
    for i in range(n): a[i].n = a[(i * 12345 + 54321) & 32767]
    x = a[0]
    while True: x = x.n.n.n.n.n.n.n.n.n.n.n.n.n.n.n.n
)",
     TIMER_LANE, USER_LANE, USER_LANE - TIMER_LANE},
    {R"(def one():
    class C: pass
    return C
def go(p):
    n = 4096
    a = [one() for i in range(n)]
    for i in range(n): a[i].n = a[(i * 12345 + 54321) & 4095]
    x = a[0]
    while True: x = x.n.n.n.n.n.n.n.n.n.n.n.n.n.n.n.n
)",
     TIMER_LANE, USER_LANE, USER_LANE - TIMER_LANE},
    // Iterators within iterators, each of which lies elsewhere.
    {R"(from itertools import chain, repeat
def go(p):
    l = [repeat(0) for i in range(500)]
    for i in range(190): l = [chain(y) for y in l]
    while True:
        for y in l: next(y)
)",
     TIMER_LANE, USER_LANE, USER_LANE - TIMER_LANE},
    // And subscripts.
    {R"(def go(p):
    n = 65536
    a = [[] for i in range(n)]
    for i in range(n): a[i].append(a[(i * 12345 + 54321) & 65535])
    x = a[0]
    while True: x = x[0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0]
)",
     TIMER_LANE, USER_LANE, USER_LANE - TIMER_LANE},
    {R"(def go(p):
    n = 32768
    a = [{} for i in range(n)]
    for i in range(n): a[i][0] = a[(i * 12345 + 54321) & 32767]
    x = a[0]
    while True: x = x[0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0]
)",
     TIMER_LANE, USER_LANE, USER_LANE - TIMER_LANE},
    {R"(def go(p):
    a = [2**70 + i for i in range(150000)]
    b = []
    for k in range(500): b += a[k::500]
    while True: sum(b)
)",
     USER_LANE, USER_LANE, 1},
    {R"(def go(p):
    a = [(i,) for i in range(150000)]
    b = []
    for k in range(300): b += a[k::300]
    c = tuple(b)
    while True: max(c)
)",
     TIMER_LANE, USER_LANE, USER_LANE - TIMER_LANE},
    {R"(def go(p):
    a = (b'a,' * 120000).split(b',')
    b = []
    for k in range(500): b += a[k::500]
    while True: b''.join(b)
)",
     TIMER_LANE, USER_LANE, USER_LANE - TIMER_LANE},
    {R"(def go(p):
    a = (b'a,' * 120000).split(b',')
    b = []
    for k in range(500): b += a[k::500]
    while True: b'b' in b
)",
     TIMER_LANE, USER_LANE, USER_LANE - TIMER_LANE},
    {R"(def go(p):
    d = {i * 7919: None for i in range(100000)}
    k = 1
    while True:
        k = (k * 1103515245 + 12345) & 0xfffff
        k in d
)",
     USER_LANE, USER_LANE, 1},
    // Calls within calls, stopped wherever the cycles end.
    {R"(class E:
    def __init__(self, n): self.n = n
    def __lt__(self, o): return sorted([E(self.n - 1), E(self.n - 1)])
class Z: pass
def go(p): sorted([E(0), E(0)])
)",
     2'000, 22'000, 500},
    {R"(class E:
    def __eq__(self, o): return E() in [1]
class Z: pass
def go(p): E() == 1
)",
     1'000, 11'000, 500},
    {R"(class E(Exception):
    def __init__(self):
        try: raise ValueError
        except ValueError: raise E
class Z: pass
def go(p): E()
)",
     1'000, 12'000, 500},
    {R"(def g(): yield from g()
def go(p): next(g())
)",
     500, 10'000, 250},
    {R"(def f(x): return sum(map(f, [x]))
def go(p): f(1)
)",
     500, 10'000, 250},
    {R"(def go(p):
    a = 'x' * 300
    for i in range(190): a = [a]
    repr(a)
)",
     1'300, 12'000, 200},
    {R"(def go(p):
    a = 'x' * 2000
    b = 'x' * 1999 + 'x'
    for i in range(190): a, b = [a], [b]
    a == b
)",
     5'000, 18'000, 200},
    {R"(def go(p):
    a = 'x' * 2000
    for i in range(190): a = (a,)
    hash(a)
)",
     3'000, 18'000, 200},
    {R"(import json
def go(p):
    a = 'x' * 300
    for i in range(190): a = {'k': a}
    json.dumps(a)
)",
     2'000, 18'000, 200},
    {R"(def go(p):
    a = iter([1] * 1000)
    for i in range(190): a = enumerate(a)
    for x in a: pass
)",
     2'000, 20'000, 200},
};

}  // namespace lariat::fuzz
