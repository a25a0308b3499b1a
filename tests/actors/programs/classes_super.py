"""super: in methods with arguments, class methods, properties, nested functions."""
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


class A:
    def __init__(self, *args, **kw):
        self.args, self.kw = args, kw

    @classmethod
    def make(cls, *args):
        return cls(*args)

    @property
    def size(self):
        return len(self.args)

    def visit(self, depth):
        return ['A', depth]

    def __eq__(self, other):
        return isinstance(other, A) and self.args == other.args


class B(A):
    def __init__(self, first, *rest, flag=False, **kw):
        super().__init__(first, *rest, **kw)
        self.flag = flag

    @classmethod
    def make(cls, *args):
        made = super().make(*args)
        made.flag = 'made'
        return made

    @property
    def size(self):
        return super().size * 10

    def visit(self, depth):
        def inner():
            return super(B, self).visit(depth + 1)
        return ['B'] + inner()


class C(B):
    def visit(self, depth):
        return ['C'] + super().visit(depth + 10)


@actor
class Program:
    def go(self, payload):
        b = B(1, 2, flag=True, z=3)
        out(b.args)
        out(b.kw)
        out(b.flag)
        out(b.size)
        out(b.visit(0))
        out(C(5).visit(1))
        out(C.make(7, 8).flag)
        out(type(C.make(1)).__name__)
        out(C.make(7, 8).args)
        out(A(1) == B(1))
        out(A(1) != B(2))
        out(C(1).size)
        tried(lambda: B())
        tried(lambda: b.__hash__())
        try:
            super().x
        except (RuntimeError, AttributeError) as e:
            out('no class here' if False else 'raised')
