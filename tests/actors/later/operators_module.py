"""operator: functions for operators, itemgetter, attrgetter, methodcaller."""
import operator
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


class P:
    def __init__(self, x):
        self.x = x


@actor
class Program:
    def go(self, payload):
        out(operator.add(1, 2))
        out(operator.sub(5, 3))
        out(operator.mul(2, 'ab'))
        out(operator.floordiv(7, 2))
        out(operator.mod(7, 3))
        out(operator.neg(5))
        out(operator.not_(0))
        out(operator.eq(1, 1))
        out(operator.lt(1, 2))
        out(operator.and_(6, 3))
        out(operator.xor(6, 3))
        out(operator.lshift(1, 4))
        out(operator.contains([1], 1))
        out(operator.getitem([5, 6], 1))
        out(operator.truth([]))
        out(operator.is_(None, None))
        out(operator.concat([1], [2]))
        out(operator.pow(2, 5))
        out(operator.index(7))
        out(operator.countOf([1, 1, 2], 1))
        out(operator.indexOf([1, 2], 2))
        out(operator.itemgetter(1)('abc'))
        out(operator.itemgetter(0, 2)('abc'))
        out(operator.attrgetter('x')(P(5)))
        out(operator.attrgetter('x.x')(P(P(7))))
        out(operator.methodcaller('upper')('a'))
        out(operator.methodcaller('split', ',')('a,b'))
        out(sorted([(1, 'b'), (0, 'z')], key=operator.itemgetter(1)))
        out(max([P(1), P(3)], key=operator.attrgetter('x')).x)
        l = [1]
        operator.setitem(l, 0, 9)
        out(l)
        out(operator.iadd(l, [2]))
        out(l)
        operator.delitem(l, 0)
        out(l)
        tried(lambda: operator.add(1, 'a'))
        tried(lambda: operator.itemgetter(5)('a'))
        tried(lambda: operator.attrgetter('q')(5))
