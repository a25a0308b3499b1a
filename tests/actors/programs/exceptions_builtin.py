"""Exceptions: types and messages of common mistakes."""
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


class Thing:
    pass


@actor
class Program:
    def go(self, payload):
        tried(lambda: 1 // 0)
        tried(lambda: {}['k'])
        tried(lambda: [][0])
        tried(lambda: 'a' + 1)
        tried(lambda: 1 + 'a')
        tried(lambda: [] + 'a')
        tried(lambda: None + 1)
        tried(lambda: int('x'))
        tried(lambda: undefined)
        tried(lambda: Thing().attr)
        tried(lambda: Thing.attr)
        tried(lambda: (1).foo)
        tried(lambda: 5())
        tried(lambda: 'abc'())
        tried(lambda: None())
        tried(lambda: None[0])
        tried(lambda: len(None))
        tried(lambda: [1][1:2][0])
        tried(lambda: [1].pop(3))
        tried(lambda: 'abc'[5])
        tried(lambda: (1,)[1])
        tried(lambda: max([]))
        tried(lambda: min(()))
        tried(lambda: max(1))
        tried(lambda: max())
        tried(lambda: sum('ab'))
        tried(lambda: sum(['a']))
        tried(lambda: sorted(5))
        tried(lambda: sorted([1, 'a']))
        tried(lambda: list(5))
        tried(lambda: dict(1))
        tried(lambda: tuple(None))
        tried(lambda: set(1))
        tried(lambda: iter(None))
        tried(lambda: next(iter([])))
        tried(lambda: next(5))
        tried(lambda: next([]))
        tried(lambda: zip(1))
        tried(lambda: map(5))
        tried(lambda: list(map(5, [1])))
        tried(lambda: enumerate(5))
        tried(lambda: reversed(5))
        tried(lambda: reversed({1}))
        tried(lambda: all(5))
        tried(lambda: any(None))
        tried(lambda: isinstance(1, 'a'))
        tried(lambda: ord(''))
        tried(lambda: chr(10**10))
        tried(lambda: abs(None))
        tried(lambda: divmod(1, 'a'))
        tried(lambda: pow('a', 1))
        tried(lambda: bin('a'))
        tried(lambda: hex(None))
        tried(lambda: range('a'))
        tried(lambda: range(1, 2, 0))
        tried(lambda: bytes([300]))
        tried(lambda: 'x'.join([1]))
        tried(lambda: 'x'.index('y'))
        tried(lambda: [].index(1))
        tried(lambda: [].remove(1))
        tried(lambda: {}.pop(1))
        tried(lambda: set().remove('a'))
        tried(lambda: [1, 2] < 3)
        tried(lambda: {} < {})
        tried(lambda: 'a' in 5)
        tried(lambda: 5 in 'a')
        tried(lambda: [] < ())
        tried(lambda: object() < object())
        tried(lambda: object().x)
        tried(lambda: object(1))
        tried(lambda: str(1, 2))
        tried(lambda: str(b'a', 5))
        tried(lambda: int('1', 'a'))
        tried(lambda: round('a'))
        tried(lambda: hash([]))
        tried(lambda: {[1]: 2})
        tried(lambda: callable())
        tried(lambda: getattr(1))
        tried(lambda: repr())
        tried(lambda: bool(1, 2))
        tried(lambda: slice())
