"""Comprehensions inside classes and nested functions see what Python says."""
import pvm_host
from cowboy_sdk import actor


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


limit = 3


class Table:
    size = 2
    rows = [0 for _ in range(size)]
    squares = {n: n * limit for n in range(size)}

    def grow(self):
        return [limit * self.size + r for r in range(self.size)]


def nested(n):
    total = 0

    def add(values):
        nonlocal total
        total += sum(v * n for v in values)
        return [total + v for v in values if v < n]
    return add([1, 2, 3]), add(v for v in range(n)), total


@actor
class Program:
    def go(self, payload):
        out(Table.rows)
        out(Table.squares)
        out(Table().grow())
        out(nested(2))
        out(nested(4))
        def late():
            return [f(10) for f in [lambda x, k=k: x * k + base for k in range(3)]]
        base = 5
        out(late())
        base = 6
        out(late())
        gen = (x + base for x in range(3))
        base = 100
        out(list(gen))
        try:
            class Broken:
                size = 2
                bad = [size for _ in range(2)]
        except NameError as e:
            out(str(e))
