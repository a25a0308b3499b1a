"""collections.Counter: counting, arithmetic, most_common."""
import pvm_host
from collections import Counter


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def go(payload):
    c = Counter('abracadabra')
    out(c)
    out(c['a'])
    out(c['z'])
    out(c.most_common(2))
    out(c.most_common())
    out(sorted(c.elements()))
    out(c.total())
    out(len(c))
    out('z' in c)
    c.update('aaa')
    c.subtract({'b': 5})
    c['q'] += 1
    out(c)
    out(+c)
    out(c - Counter(a=1))
    out(Counter(a=3, b=1) + Counter(a=1, c=2))
    out(Counter(a=3, b=1) & Counter(a=1, b=5))
    out(Counter(a=3) | Counter(a=1, b=5))
    out(Counter(a=1) == Counter('a'))
    out(Counter([3, 1, 3]))
    out(Counter({'x': 2}))
    out(Counter(a=1, b=2))
    out(isinstance(c, dict))
    out(Counter())
    del c['q']
    out('q' in c)
    out(dict(Counter('aab')))
    out(-Counter(a=-2, b=1))
    out(Counter(a=1) <= Counter(a=2))
