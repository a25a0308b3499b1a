"""collections.Counter: counting, arithmetic, most_common."""
import pvm_host
from collections import Counter


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def go(payload):
    c = Counter('abracadabra')
    out(c, c['a'], c['z'], c.most_common(2), c.most_common(), sorted(c.elements()), c.total(), len(c), 'z' in c)
    c.update('aaa')
    c.subtract({'b': 5})
    c['q'] += 1
    out(c, +c, c - Counter(a=1), Counter(a=3, b=1) + Counter(a=1, c=2), Counter(a=3, b=1) & Counter(a=1, b=5), Counter(a=3) | Counter(a=1, b=5), Counter(a=1) == Counter('a'), Counter([3, 1, 3]), Counter({'x': 2}), Counter(a=1, b=2), isinstance(c, dict), Counter())
    del c['q']
    out('q' in c, dict(Counter('aab')), -Counter(a=-2, b=1), Counter(a=1) <= Counter(a=2))
