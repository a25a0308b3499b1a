"""collections.defaultdict."""
import pvm_host
from collections import defaultdict


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def tried(thunk):
    try:
        out(thunk())
    except Exception as e:
        pvm_host.emit_event("out", f"{type(e).__name__}: {e}".encode())


def go(payload):
    d = defaultdict(list)
    d['a'].append(1)
    d['a'].append(2)
    out(d['b'])
    out(d)
    out(dict(d))
    out('c' in d)
    out(d.get('c'))
    out(d.default_factory is list)
    out(len(d))
    n = defaultdict(int)
    for c in 'banana':
        n[c] += 1
    out(dict(n))
    out(sorted(n.items()))
    out(defaultdict(lambda: 'x')['q'])
    out(defaultdict(int, {'a': 5})['a'])
    out(isinstance(n, dict))
    out(defaultdict(int, a=1) == {'a': 1})
    nested = defaultdict(lambda: defaultdict(int))
    nested['a']['b'] += 3
    out({k: dict(v) for k, v in nested.items()})
    tried(lambda: defaultdict()['x'])
    tried(lambda: defaultdict(5))
