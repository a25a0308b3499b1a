# Slots of plain instances beside a builtin class that has room for none.

import pvm_host
def show(*values): pvm_host.emit_event('', ' '.join([repr(v) for v in values]).encode())
def shown(f):
    try: show(f())
    except Exception as e: show(type(e).__name__, str(e))
class Empty:
    __slots__ = ()
class Slotted:
    __slots__ = ('x',)
class Further(Slotted): pass
for kind in (type, int, str, bytes, bytearray, list, tuple, dict, set, frozenset, Exception, OSError, property):
    for other in (Empty, Slotted, Further):
        for bases in ((other, kind), (kind, other)):
            shown(lambda: [c.__name__ for c in type('C', bases, {}).__mro__])
def own(kind):
    class Own(kind): __slots__ = ('y',)
    class Both(Own, kind): pass
    return [c.__name__ for c in Both.__mro__]
for kind in (list, dict, set, Exception, str): shown(lambda: own(kind))
class Meta(type): pass
shown(lambda: Slotted.x.__set__(Meta('C', (), {}), 1))
shown(lambda: Slotted.x.__delete__(5))
shown(lambda: Further().x)
