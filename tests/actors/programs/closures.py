"""Closures: cells shared and separate, nonlocal, late binding, deep nesting."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def tried(thunk):
    try:
        out(thunk())
    except Exception as e:
        pvm_host.emit_event("out", f"{type(e).__name__}: {e}".encode())


def counter(start=0, step=1):
    count = start

    def tick():
        nonlocal count
        count += step
        return count

    def reset(to=start):
        nonlocal count
        count = to
    return tick, reset


def make_adders():
    return [(lambda x, n=n: x + n) for n in range(3)]


def outer():
    x = 'outer'

    def middle():
        x = 'middle'

        def inner():
            nonlocal x
            x += '!'
            return x
        return inner(), x
    return middle(), x


def compose(*fs):
    def run(v):
        for f in reversed(fs):
            v = f(v)
        return v
    return run


class Program:
    def go(self, payload):
        tick, reset = counter(10, 5)
        out(tick())
        out(tick())
        out(reset())
        out(tick())
        out(reset(100))
        out(tick())
        other, _ = counter()
        out(other())
        out(other())
        out(tick())
        out([f(10) for f in make_adders()])
        out(outer())
        out(compose(lambda x: x + 1, lambda x: x * 2)(5))
        def accumulate():
            total = []
            def add(x):
                total.append(x)
                return sum(total)
            return add
        add = accumulate()
        out(add(1))
        out(add(2))
        out(add(3))
        def later():
            return undefined_until
        undefined_until = 'now defined'
        out(later())
        def free_before_assignment():
            def use():
                return value
            try:
                use()
            except NameError as e:
                out(type(e).__name__)
                out(str(e))
            value = 1
            return use()
        out(free_before_assignment())
        fs = []
        for i in range(3):
            def f():
                return i
            fs.append(f)
        out([f() for f in fs])
        def deleted():
            v = 1
            def get():
                return v
            del v
            return get()
        tried(lambda: deleted())
