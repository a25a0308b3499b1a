# What says by __index__ or __int__ that it is a number is one wherever a number is asked for.
import pvm_host
from collections import deque


def emit(*values):
    pvm_host.emit_event("t", " | ".join([repr(v) for v in values]).encode())


class Index:
    def __init__(self, value):
        self.value = value

    def __index__(self):
        if isinstance(self.value, Exception):
            raise self.value
        return self.value


class Int:
    def __init__(self, value):
        self.value = value

    def __int__(self):
        if isinstance(self.value, Exception):
            raise self.value
        return self.value


class Shortening:
    def __init__(self, of):
        self.of = of

    def __index__(self):
        self.of.clear()
        return 97


def attempt(f):
    try:
        emit(f())
    except Exception as e:
        emit(type(e).__name__, str(e))


objects = [Index(97), Index(300), Index(-1), Index("x"), Index(2 ** 70), Index(ValueError("v")), Index(TypeError("t")),
           Int(97), Int("x"), Int(ValueError("v")), Int(TypeError("t")), "a", "ab", b"a", b"ab", None, True, 97, 300, -5, 2 ** 70]
for what in objects:
    for s in (b"banana", bytearray(b"banana")):
        attempt(lambda: s.find(what))
        attempt(lambda: s.rfind(what, 2))
        attempt(lambda: s.index(what, Index(1), Index(4)))
        attempt(lambda: s.count(what))
        attempt(lambda: what in s)
    for form in ("%c", "%d", "%5i", "%x", "%o", b"%c", b"%d", b"%X", "%u"):
        attempt(lambda: form % (what,))
gone = bytearray(b"banana" * 50)
attempt(lambda: gone.startswith(b"b", Shortening(gone)))
pairs = [(deque([1, 2]), deque([1, 3])), (deque([1, 2]), deque([1, 2])), (deque([2]), deque([1, 2]))]
for a, b in pairs:
    attempt(lambda: (a < b, a <= b, a > b, a >= b, a == b, a != b))
    attempt(lambda: a <= b)
    attempt(lambda: a > b)

for empty in (b"", "", [], (), bytearray()):
    for times in (2 ** 70, -2 ** 70, 2 ** 63, 2 ** 62, -2 ** 63, Index(2 ** 70), Index(3), True):
        attempt(lambda: empty * times)
        attempt(lambda: times * empty)
attempt(lambda: b"a" * 2 ** 70)
attempt(lambda: [1] * -2 ** 70)
