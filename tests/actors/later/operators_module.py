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
        out(operator.add(1, 2), operator.sub(5, 3), operator.mul(2, 'ab'), operator.floordiv(7, 2), operator.mod(7, 3), operator.neg(5), operator.not_(0), operator.eq(1, 1), operator.lt(1, 2), operator.and_(6, 3), operator.xor(6, 3), operator.lshift(1, 4), operator.contains([1], 1), operator.getitem([5, 6], 1), operator.truth([]), operator.is_(None, None), operator.concat([1], [2]), operator.pow(2, 5), operator.index(7), operator.countOf([1, 1, 2], 1), operator.indexOf([1, 2], 2))
        out(operator.itemgetter(1)('abc'), operator.itemgetter(0, 2)('abc'), operator.attrgetter('x')(P(5)), operator.attrgetter('x.x')(P(P(7))), operator.methodcaller('upper')('a'), operator.methodcaller('split', ',')('a,b'), sorted([(1, 'b'), (0, 'z')], key=operator.itemgetter(1)), max([P(1), P(3)], key=operator.attrgetter('x')).x)
        l = [1]
        operator.setitem(l, 0, 9)
        out(l, operator.iadd(l, [2]), l)
        operator.delitem(l, 0)
        out(l)
        tried(lambda: operator.add(1, 'a'))
        tried(lambda: operator.itemgetter(5)('a'))
        tried(lambda: operator.attrgetter('q')(5))
