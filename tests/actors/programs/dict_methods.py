"""dict: every method, and its errors."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def tried(thunk):
    try:
        out(thunk())
    except Exception as e:
        pvm_host.emit_event("out", f"{type(e).__name__}: {e}".encode())


def go(payload):
    d = {'a': 1, 'b': 2}
    out(d)
    out(d['a'])
    out(d.get('a'))
    out(d.get('z'))
    out(d.get('z', 9))
    out('a' in d)
    out(1 in d)
    out(len(d))
    out(list(d))
    out(list(d.keys()))
    out(list(d.values()))
    out(list(d.items()))
    out(d.setdefault('c', 3))
    out(d.setdefault('a', 9))
    out(d)
    out(d.pop('a'))
    out(d.pop('zz', None))
    out(d)
    out(d.popitem())
    out(d)
    d.update({'x': 1}, y=2)
    d.update([('z', 3), ('x', 10)])
    d.update(w=5)
    out(d)
    out(d.copy() == d)
    out(d.copy() is d)
    out(dict(d, b=7))
    out(dict([(1, 2)]))
    out(dict(a=1))
    out(dict())
    out(dict.fromkeys('ab'))
    out(dict.fromkeys([1, 2], 0))
    out(dict(zip('ab', (1, 2))))
    del d['x']
    d['new'] = d
    out(d)
    d.clear()
    out(d)
    out(bool(d))
    out({1: 'a', True: 'b'})
    out({'k': 1, 'k': 2})
    tried(lambda: d['nope'])
    tried(lambda: {}[1])
    tried(lambda: {}[(1, 2)])
    tried(lambda: {}.popitem())
    tried(lambda: {}.pop('a'))
    tried(lambda: {[]: 1})
    tried(lambda: {{}: 1})
    tried(lambda: {}[[]])
    tried(lambda: dict(5))
    tried(lambda: dict([1]))
    tried(lambda: dict([(1, 2, 3)]))
    tried(lambda: {}.update(5))
    tried(lambda: {}.get())
    tried(lambda: {} + {})
    tried(lambda: {} < {})
    tried(lambda: d.a)
    try:
        del d['q']
    except KeyError as e:
        out(str(e))
        out(e.args)
