"""Names in classes, comprehensions, nested functions, defaults, loops and exception handlers."""
import pvm_host
from cowboy_sdk import actor


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def tried(thunk):
    try:
        out(thunk())
    except Exception as e:
        pvm_host.emit_event("out", f"{type(e).__name__}: {e}".encode())


x = 'module'


class A:
    x = 'class'
    y = x + '!'

    def method(self):
        return x

    listed = [x for _ in range(1)]
    lam = lambda self: x
    for z in range(3):
        pass
    if y:
        chosen = 'branch'

    class Inner:
        w = x

        def seen(self):
            return x

    def defaults(self, a=x, b=y):
        return a, b


def f():
    x = 'function'

    class B:
        y = x

        def get(self):
            return x
    return B.y, B().get()


def g():
    x = 'g'

    class C:
        x = x if False else 'own'

        def get(self):
            nonlocal x
            x += '+'
            return x
    return C.x, C().get(), C().get(), x


def h(n):
    def even(k):
        return k == 0 or odd(k - 1)

    def odd(k):
        return k != 0 and even(k - 1)
    return even(n)


def shadow(list, str=5):
    return list, str


def many():
    a = 1
    def one():
        b = 2
        def two():
            nonlocal a, b
            c = 3
            def three():
                nonlocal b, c
                a2 = a + b + c
                b, c = c, b
                return a2, b, c
            a += 10
            return three(), a, b, c
        return two(), a, b
    return one(), a


@actor
class Program:
    def go(self, payload):
        a = A()
        out(a.method())
        out(A.y)
        out(A.listed)
        out(a.lam())
        out(A.z)
        out(A.chosen)
        out(A.Inner.w)
        out(A.Inner().seen())
        out(a.defaults())
        out(f())
        out(h(10))
        out(shadow(1))
        out(many())
        tried(lambda: g())
        total = 0
        for x in range(3):
            for y in [x * 10 for x in range(2)]:
                total += x + y
        out(total)
        out(x)
        out(y)
        try:
            raise KeyError('e')
        except KeyError as x:
            pass
        tried(lambda: x)
        fs = {name: (lambda: name) for name in 'ab'}
        out([f() for f in fs.values()])
        def rebinding():
            out_ = []
            def show():
                out_.append(v)
            for v in 'ab':
                show()
            v = 'c'
            show()
            return out_
        out(rebinding())
        def global_in_class():
            class D:
                global made_global
                made_global = 5
            return hasattr(D, 'made_global')
        out(global_in_class())
        out(made_global)
        def star_walrus():
            if any((found := n) > 3 for n in [1, 5, 2]):
                return found
        out(star_walrus())
        out([last := i for i in range(3)])
        out(last)
        def conditional_definition(flag):
            if flag:
                def made():
                    return 1
            return made()
        out(conditional_definition(True))
        tried(lambda: conditional_definition(False))
