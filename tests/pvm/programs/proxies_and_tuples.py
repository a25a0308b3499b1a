# What | says of mappingproxies, and when the members of tuples are asked.

import pvm_host
def show(*values): pvm_host.emit_event('', ' '.join([repr(v) for v in values]).encode())
def guard(f):
    try: show(f())
    except Exception as e: show(type(e).__name__, str(e))
class D(dict):
    def __or__(self, o): return 'D.or', sorted(o)
    def __ror__(self, o): return 'D.ror', sorted(o)
class E(dict): pass
def proxy(c): return c.__dict__
m = {'a': 1}.keys().mapping
n = {'b': 2}.keys().mapping
d = {'c': 3}
guard(lambda: m | d); guard(lambda: d | m); guard(lambda: m | n)
guard(lambda: type(m | n).__name__)
guard(lambda: m | 5); guard(lambda: 5 | m); guard(lambda: m | {1}); guard(lambda: {1} | m); guard(lambda: sorted(d.keys() | m)); guard(lambda: sorted(m | d.keys()))
guard(lambda: m | D(x=1)); guard(lambda: D(x=1) | m); guard(lambda: E(x=1) | m); guard(lambda: type(E(x=1) | m).__name__); guard(lambda: type(m|E(x=1)).__name__)
guard(lambda: m & n); guard(lambda: m - n); guard(lambda: m | int); guard(lambda: int | m)
guard(lambda: m.__or__(d)); guard(lambda: m.__ror__(d)); guard(lambda: m.__ior__(d)); guard(lambda: m.__or__(5))
def inplace():
    x = d
    x |= m
    return x, d
guard(inplace)
def inplace2():
    x = m
    x |= d
guard(inplace2)
def inplace3():
    x = E(z=1)
    x |= m
    return type(x).__name__, x
guard(inplace3)
class P:
    def __init__(self, n): self.n = n
    def __eq__(self, o):
        show('asked', self.n)
        return isinstance(o, P) and self.n == o.n
for a, b in (((P(1),), (P(1), 1)), ((P(1),), (P(2), 1)), ((), (P(1),)), ((P(1), P(2)), (P(1),)), ((P(1), (P(3),)), (P(1), (P(3), P(4)), 5))):
    show(a == b, a != b, b == a)
    show(list(a) == list(b), list(a) != list(b))
    guard(lambda: a < b)
class T(tuple): pass
show(T((P(1),)) == (P(1), 2), (P(1),) == T((P(1), 2)))
show((P(5),).__eq__((P(5), 6)))
