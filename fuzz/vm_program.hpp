// Makes a Python program from bytes: values of many kinds and sizes, and operations on them, repeated. Every
// input gives a program.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

namespace lariat::fuzz {

/// What the letters a, b, c of an operation stand for.
inline constexpr std::array VALUES = {
    "0",
    "-1",
    "7",
    "4611686018427387903",
    "2 ** 100",
    "-(3 ** 640)",
    "2 ** 4095 - 1",
    "True",
    "None",
    "''",
    "'k'",
    "'abc' * 30",
    "'x' * 20000",
    "'\\u00e4\\u20ac\\U0001f600' * 40",
    "'a,b,,c ' * 500",
    "'12345' * 100",
    "b''",
    "b'abc' * 30",
    "b'\\x00\\xff' * 5000",
    "bytearray(b'abc' * 200)",
    "[]",
    "[3, 1, 2]",
    "list(range(1000))",
    "list(range(1000, 0, -1))",
    "[[1, 'a', None], [2, 'b', None]] * 50",
    "['k' + str(i % 50) for i in range(300)]",
    "()",
    "(1, 'two', b'three')",
    "tuple(range(500))",
    "{}",
    "{'k': 1, 7: 'seven', (1, 2): None}",
    "{i: str(i) for i in range(600)}",
    "{'k' + str(i): i for i in range(200)}",
    "set()",
    "set(range(0, 900, 3))",
    "frozenset('abcdefgh')",
    "range(10 ** 6)",
    "range(10, -1000, -7)",
    "(i * i for i in range(200))",
    "map(str, range(100))",
    "zip(range(100), 'ab' * 50)",
    "iter([1, 2, 3])",
    "len",
    "lambda *x: x",
    "int",
    "P",
    "P(1, 2)",
    "P(2 ** 80, 'q')",
    "E(5)",
    "Evil()",
    "Slow('text')",
    "ValueError('v', 2)",
    "slice(2, 400, 3)",
    "slice(None, None, -1)",
    "json.dumps({'a': [1, 2, {'b': None}], 'c': 'd' * 50})",
    "Ellipsis",
};

/// Statements; a, b, c: values, r: what the last one gave.
inline constexpr std::array OPERATIONS = {
    "r = a + b",
    "r = a - b",
    "r = a * b",
    "r = a // b",
    "r = a % b",
    "r = a ** b",
    "r = a << b",
    "r = a >> b",
    "r = a & b",
    "r = a | b",
    "r = a ^ b",
    "r = -a",
    "r = ~a",
    "r = not a",
    "r = a < b",
    "r = a == b",
    "r = a != b",
    "r = a in b",
    "r = a is b",
    "r = a[b]",
    "r = a[b:c]",
    "a[b] = c",
    "del a[b]",
    "a[b:c] = c",
    "r = a(b)",
    "r = a(b, c)",
    "r = a(*b)",
    "r = a(**b)",
    "r = a.x",
    "a.x = b",
    "a.y += 1",
    "del a.x",
    "r = a.m(b)",
    "for r in a: pass",
    "for r in a: r == b",
    "r = [i for i in a if i != b]",
    "r = {i for i in a}",
    "r = {i: b for i in a}",
    "x, y = a",
    "x, *y = a",
    "r = [*a, *b]",
    "r = {**a, **b}",
    "r = (a, b, c)",
    "r = [a, b] * 3",
    "r = f'{a}'",
    "r = f'{a!r:>40}'",
    "r = f'{a:,}'",
    "r = '%s %r' % (a, b)",
    "r = '{} {:>9}'.format(a, b)",
    "raise a",
    "raise ValueError(a)",
    "assert a, b",
    "r = 1 // 0",
    "r = undefined_name",
    "r = [][1]",
    "r = {}['k']",
    "try:\n    raise KeyError(a)\nexcept KeyError as e: r = e",
    "try: r = a\nfinally: r = b",
    "with C(): r = a",
    "match a:\n    case [x, *y]: r = y\n    case {'k': x}: r = x\n    case P(x=1): r = 2\n    case _: r = b",
    "r = g(5)",
    "r = list(h(20))",
    "r = deep(30, a)",
    "r = deep(200, a)",
    "r = len(a)",
    "r = abs(a)",
    "r = divmod(a, b)",
    "r = pow(a, b, c)",
    "r = hex(a)",
    "r = bin(a)",
    "r = chr(a)",
    "r = ord(a)",
    "r = repr(a)",
    "r = str(a)",
    "r = ascii(a)",
    "r = hash(a)",
    "r = format(a, b)",
    "r = isinstance(a, b)",
    "r = getattr(a, b, c)",
    "r = hasattr(a, b)",
    "r = next(iter(a), b)",
    "r = sum(a)",
    "r = max(a)",
    "r = min(a, b)",
    "r = any(a)",
    "r = all(a)",
    "r = sorted(a)",
    "r = sorted(a, key=lambda i: str(i), reverse=True)",
    "r = round(a, b)",
    "r = int(a)",
    "r = int(a, b)",
    "r = bool(a)",
    "r = bytes(a)",
    "r = bytearray(a)",
    "r = list(a)",
    "r = tuple(a)",
    "r = set(a)",
    "r = frozenset(a)",
    "r = dict(a)",
    "r = list(enumerate(a))",
    "r = list(zip(a, b))",
    "r = list(map(str, a))",
    "r = list(filter(None, a))",
    "r = list(reversed(a))",
    "r = type(a)",
    "r = super(E, a)",
    "r = P(a, b)",
    "r = E(a)",
    "r = type('N', (P,), {'z': a})",
    "class N(P):\n    z = a",
    "r = a.append(b)",
    "r = a.extend(b)",
    "r = a.insert(b, c)",
    "r = a.pop()",
    "r = a.pop(b)",
    "r = a.remove(b)",
    "r = a.index(b)",
    "r = a.count(b)",
    "r = a.copy()",
    "r = a.sort()",
    "r = a.reverse()",
    "r = a.clear()",
    "r = a.keys()",
    "r = list(a.items())",
    "r = a.get(b)",
    "r = a.setdefault(b, c)",
    "r = a.update(b)",
    "r = a.popitem()",
    "r = a.add(b)",
    "r = a.discard(b)",
    "r = a.union(b)",
    "r = a.intersection(b)",
    "r = a.difference(b)",
    "r = a.symmetric_difference(b)",
    "r = a.issubset(b)",
    "r = a.split()",
    "r = a.split(b)",
    "r = a.rsplit(b, 2)",
    "r = a.splitlines()",
    "r = a.partition(b)",
    "r = a.join(b)",
    "r = a.replace(b, c)",
    "r = a.find(b)",
    "r = a.rfind(b)",
    "r = a.startswith(b)",
    "r = a.endswith(b)",
    "r = a.strip()",
    "r = a.strip(b)",
    "r = a.upper()",
    "r = a.title()",
    "r = a.casefold()",
    "r = a.swapcase()",
    "r = a.capitalize()",
    "r = a.center(b)",
    "r = a.zfill(b)",
    "r = a.expandtabs()",
    "r = a.isalpha()",
    "r = a.isdigit()",
    "r = a.isidentifier()",
    "r = a.encode()",
    "r = a.decode()",
    "r = a.hex()",
    "r = a.translate(b)",
    "r = a.bit_length()",
    "r = a.to_bytes(b, 'big')",
    "r = int.from_bytes(a, 'big')",
    "r = json.dumps(a)",
    "r = json.loads(a)",
    "r = base64.b64encode(a)",
    "r = base64.b64decode(a)",
    "r = hashlib.sha256(a).digest()",
    "r = pvm_host.keccak256(a)",
    "r = pvm_host.get_state(a)",
    "r = pvm_host.set_state(a, b)",
    "r = pvm_host.delete_state(a)",
    "r = pvm_host.emit_event(a, b)",
    "r = pvm_host.context()",
    "r = pvm_host.balance(a)",
    "r = pvm_host.send_message(a, b)",
    "r = pvm_host.schedule_timer(a, b)",
    "r = pvm_host.schedule_timer_ex(9, a, gas_limit=b)",
    "r = pvm_host.schedule_timer(9, b, fee_payer=a, priority_tier_hint=b)",
    "r = pvm_host.extend_timer(a, b)",
    "r = pvm_host.cancel_timer(a)",
    "r = pvm_host.cancel_timer(a, b)",
    "r = pvm_host.set_timeout(a, 9, b, client_nonce=a)",
    "r = pvm_host.set_state_watch(a, [(a, b), b], b)",
    "r = pvm_host.set_state_watch(b, a, b)",
    "r = pvm_host.set_gba(a)",
    "r = pvm_host.estimate_timer(a, b)",
    "r = pvm_host.schedule_at(a, b, a)",
    "r = pvm_host.scheduled_until(a)",
    "r = pvm_host.drop(a)",
    "r = pvm_host.transfer(a, b)",
    "r = pvm_host.charge_gas(a)",
    "r = cowboy_sdk.runtime.emit_event(a, b)",
    "r = pvm_host.runtime_config()",
    "r = pvm_host.randomness(a)",
    "r = [r, a]",
    "a = r",
    "b = r",
    "pass",
};

inline constexpr const char* BEFORE = R"(
import base64, cowboy_sdk, hashlib, json, pvm_host
class P:
    def __init__(self, x, y):
        self.x = x
        self.y = y
    def m(self, other): return other
class E(P):
    def __init__(self, x): super().__init__(x, [])
    def __eq__(self, other): return self is other
    def __hash__(self): return 1
    def __lt__(self, other): return True
    def __getattr__(self, name): return name
    def __len__(self): return 3
    def __iter__(self): return iter([1, 2, 3])
    def __getitem__(self, key): return key
    def __call__(self, *args): return args
    def __repr__(self): return 'E'
class Evil:
    def __eq__(self, other): raise ValueError('no')
    def __hash__(self): raise ValueError('no')
    def __getattr__(self, name): raise AttributeError(name)
    def __len__(self): return -1
    def __iter__(self): return self
    def __next__(self): raise StopIteration
    def __bool__(self): return 3
    def __str__(self): return 7
class Slow(str):
    pass
class C:
    def __enter__(self): return self
    def __exit__(self, *what): return True
def g(n): return n if n < 2 else g(n - 1) + g(n - 2)
def h(n):
    for i in range(n): yield i
def deep(n, v):
    if n: return deep(n - 1, v)
    raise ValueError(v)
)";

/// The program of the bytes; its handler is `go`.
inline std::string program_of(std::span<const std::uint8_t> bytes)
{
    std::size_t at = 0;
    const auto pick = [&](std::size_t below) {
        const std::size_t high = at < bytes.size() ? bytes[at++] : 0;
        return high % below;
    };
    std::string source = BEFORE;
    source += "def go(p):\n    a = b = c = r = None\n";
    for (const char* name : {"a", "b", "c"})
        source += std::string("    try: ") + name + " = " + VALUES[pick(VALUES.size())] +
                  "\n    except Exception: pass\n";
    constexpr std::array<const char*, 4> TIMES = {"1", "10", "1000", "100000"};
    source += std::string("    for times in range(") + TIMES[pick(TIMES.size())] + "):\n";
    const std::size_t operations = 1 + pick(6);
    for (std::size_t i = 0; i < operations; ++i) {
        source += "        try:\n            ";
        for (const char* c = OPERATIONS[pick(OPERATIONS.size())]; *c != 0; ++c) {
            source += *c;
            if (*c == '\n') source += "            ";
        }
        source += "\n        except Exception: pass\n";
    }
    return source;
}

}  // namespace lariat::fuzz
