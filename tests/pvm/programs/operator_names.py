# operator: the names with underscores, iconcat and the other operators in place, length_hint where objects say it.
import operator
import pvm_host
from operator import __add__, __getitem__, iconcat, length_hint


def emit(*values):
    pvm_host.emit_event("t", " | ".join([str(v) for v in values]).encode())


def tried(f, *args, **kw):
    try:
        emit(repr(f(*args, **kw)))
    except Exception as e:
        emit(type(e).__name__ + ": " + str(e))


plain = ("add and_ concat contains delitem eq floordiv ge getitem gt iadd iand iconcat ifloordiv ilshift imatmul imod imul index inv "
         "invert ior ipow irshift isub itruediv ixor le lshift lt matmul mod mul ne neg not_ or_ pos pow rshift setitem sub "
         "truediv xor abs call").split()
for name in plain:
    emit(name, getattr(operator, "__%s__" % name.rstrip("_")) is getattr(operator, name))
emit(__add__(2, 3), __getitem__("abc", 1), hasattr(operator, "__truth__"), hasattr(operator, "__round__"))

items = [1]
emit(iconcat(items, [2]) is items, items, iconcat("a", "b"), iconcat((1,), (2,)), operator.__iconcat__(b"a", b"b"))
for a in (5, {}, {1}, None, range(3)):
    tried(iconcat, a, [1])
a, b = [1], {1}
emit(operator.iadd(a, (2, 3)) is a, operator.imul(a, 2), operator.ior(b, {2}) is b, operator.iand(b, {2}), operator.ixor(b, {5}) == {2, 5},
     operator.isub(b, {5}), operator.ipow(2, 5), operator.ilshift(1, 3), operator.irshift(9, 1), operator.imod(9, 4), operator.ifloordiv(9, 4))


class Hinted:
    def __init__(self, hint):
        self.hint = hint

    def __length_hint__(self):
        if isinstance(self.hint, Exception):
            raise self.hint
        return self.hint


class Long(Hinted):
    def __len__(self):
        return 7


for hint in (0, 5, True, -1, NotImplemented, "5", None, TypeError("t"), ValueError("v")):
    tried(length_hint, Hinted(hint))
    tried(length_hint, Hinted(hint), 3)
    tried(length_hint, Long(hint))
for thing in ([1, 2], (), "abc", {1: 2}, {1}, b"ab", range(10), 5, None, len):
    tried(length_hint, thing)
    tried(length_hint, thing, 4)
tried(length_hint, 5, "x")
tried(length_hint, [], None)
