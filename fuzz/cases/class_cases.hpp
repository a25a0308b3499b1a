// Fuzz cases of classes: long resolution orders, subclasses of builtin classes that inherit comparison and
// arithmetic, and comparisons that look at sizes only.
#pragma once

#include "case.hpp"

namespace lariat::fuzz {

inline constexpr Case CLASS_CASES[] = {
    // Long lines of classes, and long orders of several bases.
    {"class C:\n    def __eq__(s, o): return False\n    def __lt__(s, o): return False\nb = C()\nfor i in "
     "range(200): C = type('C', (C,), {})\nd = C()\na = [1] * 1000",
     "a.count(d)"},
    {"class C:\n    def __eq__(s, o): return False\n    def __lt__(s, o): return False\nb = C()\nfor i in "
     "range(200): C = type('C', (C,), {})\nd = C()",
     "b < d"},
    {"class C(Exception): pass\nfor i in range(200): C = type('C', (C,), {})", "C()"},
    {"class A(Exception): pass\nclass C(A, KeyError): pass\nfor i in range(200): C = type('C', (C,), {})",
     "C()"},
    {"class C: pass\nfor i in range(200): C = type('C', (C,), {})\nd = C()\nA = C.__mro__[-2]",
     "super(A, d)"},
    {"class A: pass\nclass B: pass\nclass C(A, B): pass\nfor i in range(200): C = type('C', (C,), {})\nd = "
     "C()\nA = C.__mro__[-2]",
     "super(A, d)"},
    {"class C: pass\nfor i in range(200): C = type('C', (C,), {})\nd = C()", "'%s' % d"},
    {"class A: pass\nclass B: pass\nclass C(A, B): pass\nfor i in range(200): C = type('C', (C,), {})\nd = "
     "C()",
     "'%s' % d"},
    {"class C: pass\nfor i in range(200): C = type('C', (C,), {})\nd = C()", "object.__new__(C)"},
    {"class A: pass\nclass B: pass\nclass C(A, B): pass\nfor i in range(200): C = type('C', (C,), {})\nd = "
     "C()",
     "object.__new__(C)"},
    {"class C: pass\nfor i in range(200): C = type('C', (C,), {})\nd = C()",
     "type.__instancecheck__(int, d)"},
    {"class A: pass\nclass B: pass\nclass C(A, B): pass\nfor i in range(200): C = type('C', (C,), {})\nd = "
     "C()\nclass Z: pass",
     "type.__instancecheck__(Z, d)"},
    {"class A: pass\nclass B: pass\nclass C(A, B): pass\nfor i in range(200): C = type('C', (C,), {})\nd = "
     "C()\nclass Z: pass",
     "type.__subclasscheck__(Z, C)"},
    {"class Z: pass\nclass C: pass\nfor i in range(200): C = type('C', (C,), {'a%d_%d' % (i, k): 1 for k in "
     "range(7)})\nd = C()",
     "Z.x = 1; hasattr(d, 'a')"},
    {"class Z: pass\nclass C: pass\nfor i in range(15): C = type('C', (C,), {'a%d_%d' % (i, k): 1 for k in "
     "range(7)})\nd = C()",
     "Z.x = 1; hasattr(d, 'a')"},
    {"t = []\nfor i in range(2000):\n    if i % 10 == 0: C = Exception\n    C = type('C', (C,), {})\n    "
     "t.append(C)\nt = tuple(t)\nclass E(Exception): pass\nfor i in range(12): E = type('E', (E,), {})\ne = "
     "E()",
     "try:\n    try: raise e\n    except t: pass\nexcept E: pass"},
    {"class M(type):\n    def __subclasscheck__(c, o): raise TypeError\nclass A(metaclass=M): pass\nt = "
     "int\nfor i in range(3): t = (t,) * 60",
     "try: issubclass(int, (A, t))\nexcept TypeError: pass"},
    // Wide orders, what is looked for in them, and namespaces of many names.
    {"A = tuple([type('A', (), {}) for i in range(200)])", "type('W', A, {})"},
    {"A = tuple([type('A', (), {}) for i in range(300)])\nW = type('W', A, {})\ns = super(A[-1], W())",
     "s.__init__"},
    {"C = object\nfor i in range(300): C = type('C', (C,), {})\ns = super(C.__mro__[-2], C())", "s.__init__"},
    {"A = tuple([type('A', (), {}) for i in range(300)])\nW = type('W', A, {})", "W.__base__"},
    {"A = tuple([type('A', (), {}) for i in range(300)])\nW = type('W', A, {})\nw = W()\nclass N:\n    def "
     "__new__(c): return w",
     "N()"},
    {"C = int\nfor i in range(300): C = type('C', (C,), {})",
     "try: object.__new__(C)\nexcept TypeError: pass"},
    {"D = {'k%d' % i: 1 for i in range(20000)}\nclass M(type):\n    def __new__(*a, **k): return None\n    "
     "@classmethod\n    def __prepare__(m, *a, **k): return D",
     "class X(metaclass=M): pass"},
    {"D = {'__a%d' % i: 1 for i in range(1000)}", "type('X', (), D)"},
    // One within the other: what is called through what is called, iterators, generators that delegate.
    {"class C:\n    def __call__(s): pass\nc = C()\nfor i in range(85): c = type('C', (), {'__call__': c})()",
     "c()"},
    {"class G:\n    def __call__(s, *a): return 5\ng = G()\nfor i in range(85): g = type('G', (), "
     "{'__call__': "
     "g})()\nclass H: x = type('G', (), {'__get__': g})()",
     "H.x"},
    {"def g(n):\n    if n: yield from g(n - 1)\n    while True:\n        try: yield 1\n        except "
     "ValueError: pass\nt = g(150)\nnext(t)\ne = ValueError()",
     "t.throw(e)"},
    {"def t():\n    while True: yield 1\nt = t()\nfor i in range(85): t = iter(t.__next__, 5)", "next(t)"},
    {"def t():\n    while True: yield 1\nt = t()\nfor i in range(85): t = filter(None, t)", "next(t)"},
    {"def t():\n    while True: yield 1\nt = t()\nfor i in range(85): t = enumerate(t)", "next(t)"},
    {"def t():\n    while True: yield 1\nt = t()\nfor i in range(85): t = zip(t)", "next(t)"},
    {"def t():\n    while True: yield 1\nt = t()\nfor i in range(85): t = map(bool, t)", "next(t)"},
    {"def t():\n    while True: yield 1\nt = t()\nfor i in range(60): t = filter(None, type('X', (), "
     "{'__next__': t.__next__, '__iter__': lambda s: s})())",
     "next(t)"},
    {"def t():\n    while True: yield 1\nt = t()\nfor i in range(60): t = iter(type('X', (), {'__call__': "
     "t.__next__})(), 5)",
     "next(t)"},
    // Behind a staticmethod, which is not what is called.
    {"class B: pass\no = B()\nfor i in range(30):\n    class A: pass\n    A.__eq__ = "
     "staticmethod((o,).__contains__)\n    o = A()",
     "o == 1"},
    {"class B:\n    def __call__(self, *a): return 0\no = B()\nfor i in range(40):\n    class A: pass\n    "
     "A.__call__ = staticmethod(o)\n    o = A()",
     "o()"},
    {"class B: pass\no = B()\nfor i in range(40):\n    class A: pass\n    A.__hash__ = "
     "staticmethod((o,).__hash__)\n    o = A()",
     "hash(o)"},
    {"o = iter(int, 1)\nfor i in range(20):\n    class A: pass\n    A.__call__ = staticmethod(o.__next__)\n  "
     "  o = iter(A(), 1)",
     "next(o)"},
    // Classes of programs that leave order and addition to what they derive from.
    {"class I(int): pass\na = [I(1)] * 1000", "sum(a)"},
    {"class I(int): pass\na = [I(1)] * 1000", "max(a)"},
    {"class I(int): pass\nclass J(int): pass\na = [I(1), J(1)] * 500", "min(a)"},
    {"class F(frozenset): pass\na = [F()] * 1000", "max(a)"},
    {"class F(frozenset): pass\na = [F([1])] * 1000", "max(a)"},
    {"class T(tuple): pass\na = [T()] * 1000", "max(a)"},
    {"class T(tuple): pass\na = [T((i,)) for i in range(1000)]", "max(a)"},
    {"class L(list): pass\na = [L([i]) for i in range(1000)]", "max(a)"},
    {"class T(tuple): pass\na = [T((i * 7919 % 1000,)) for i in range(1000)]", "sorted(a)"},
    {"class L(list): pass\na = [L([i * 7919 % 1000]) for i in range(1000)]", "sorted(a)"},
    {"class I(int): pass\nclass J(int): pass\na = [(I if i & 1 else J)(i * 7919 % 1000) for i in "
     "range(1000)]",
     "sorted(a)"},
    {"class D(dict): pass\na = [D({1: 1})] * 1000; b = D({1: 1, 2: 2})", "a.count(b)"},
    {"class F(frozenset): pass\na = [F([1])] * 1000; b = F([1, 2])", "a.count(b)"},
    // What is empty, and views.
    {"a = [()] * 1000", "max(a)"},
    {"a = [[] for i in range(1000)]", "max(a)"},
    {"a = [set() for i in range(1000)]", "max(a)"},
    {"a = [frozenset([1])] * 1000", "max(a)"},
    {"a = [{}.keys()] * 1000", "max(a)"},
    {"a = [{1: 2}.keys()] * 1000", "max(a)"},
    {"a = [{1: 2}.items()] * 1000", "max(a)"},
    {"a = [{}.keys()] * 1000; b = set()", "a.count(b)"},
    {"a = [{1: 2}.keys()] * 1000; b = {2}", "a.count(b)"},
    {"a = [{1: 2}.keys()] * 1000; b = {2, 3}", "a.count(b)"},
    // A table that ends before each character.
    {"a = 'a' * 1000", "a.translate('')"},
    {"a = 'a' * 1000", "a.translate([])"},
    {"a = 'a' * 1000", "a.translate({})"},
    // Hooks that are no functions of Python.
    {"class A(int): __add__ = int.__radd__\na = [A(i) for i in range(1000)]", "sum(a)"},
    {"class A(int): __getitem__ = int.__mul__\na = A()", "try:\n    'x' in a\nexcept Exception: pass"},
    {"class A(int): __getitem__ = object.__init__\na = A()", "try: 'x' in a\nexcept Exception: pass"},
    {"class A(int):\n    __next__ = object.__init__\n    __iter__ = int.__int__\na = A()",
     "try:\n    for x in a: pass\nexcept Exception: pass"},
    {"def f(): pass\nfor i in range(150): f = staticmethod(f)", "f.__name__"},
    {"def f(): pass\nfor i in range(150): f = property(f)", "f.__isabstractmethod__"},
    {"def f(): pass\nfor i in range(150): f = staticmethod(f)", "f.__isabstractmethod__"},
    {"class A: __iter__ = property(iter)\na = A()", "try: iter(a)\nexcept RecursionError: pass"},
    {"class A: __eq__ = property([0].__contains__)\na = A(); b = [0] * 100",
     "try: a in b\nexcept Exception: pass"},
    {"class A: __eq__ = classmethod(object.__init__)\na = [A() for i in range(100)]",
     "try: 'x' in a\nexcept Exception: pass"},
    {"class A(int): __lt__ = int.__gt__\na = [A(i) for i in range(300)]", "min(a)"},
    {"class A(int): __lt__ = int.__gt__\na = [A(i * 7919 % 300) for i in range(300)]", "sorted(a)"},
    {"class A: __index__ = property([1].__mul__)\na = A(); b = [1]", "try: b[a]\nexcept Exception: pass"},
    // Small classes in a row, each looked through, where another class has just changed.
    {"class K: pass\nfor i in range(14): K = type('K', (K,), {'b%d' % j: 1 for j in range(8)})\nclass Z: "
     "pass\na = K()",
     "Z.y = 1\nif a: pass"},
    {"class K: pass\nfor i in range(14): K = type('K', (K,), {'b%d' % j: 1 for j in range(8)})\nclass Z: "
     "pass\na = K()",
     "Z.y = 1\ngetattr(a, 'z', 0)"},
    // Is a dict of a program's class an OrderedDict? Its methods ask.
    {"class C(dict): pass\nfor i in range(600): C = type('abcdefghijklmnopqrstuvw', (C,), {})\nd = C()\nd[1] "
     "= "
     "2\nf = d.setdefault",
     "f(1)"},
    // What is measured before it is searched or looked through: names, bases that are none, a new class at
    // the
    // end of a long line.
    {"a = 'ab' * 100000", "try: type(a, (), {})\nexcept ValueError: pass"},
    {"a = 'ab' * 100000\nclass C: pass", "try: C.__name__ = a\nexcept ValueError: pass"},
    {"def f(): pass\nf.a = f.b = f.c = f.d = f.e = f.g = f.h = f.i = 1\nclass C:\n    m = f\na = (C().m,) * "
     "100",
     "try: type('X', a, {})\nexcept TypeError: pass"},
    {"C = object\nfor i in range(600): C = type('C', (C,), {'__a%d_%d' % (i, k): 1 for k in range(7)})",
     "type('D', (C,), {})"},
    {"C = object\nfor i in range(600): C = type('C', (C,), {'__a%d_%d' % (i, k): 1 for k in range(7)})",
     "C.x = 1"},
    {"class T(tuple): pass\na = T(range(10000))", "list[a]"},
};

}  // namespace lariat::fuzz
