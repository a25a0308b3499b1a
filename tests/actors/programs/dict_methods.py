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


class Program:
    def go(self, payload):
        d = {'a': 1, 'b': 2}
        out(d, d['a'], d.get('a'), d.get('z'), d.get('z', 9), 'a' in d, 1 in d, len(d), list(d), list(d.keys()), list(d.values()), list(d.items()))
        out(d.setdefault('c', 3), d.setdefault('a', 9), d, d.pop('a'), d.pop('zz', None), d, d.popitem(), d)
        d.update({'x': 1}, y=2)
        d.update([('z', 3), ('x', 10)])
        d.update(w=5)
        out(d, d.copy() == d, d.copy() is d, dict(d, b=7), dict([(1, 2)]), dict(a=1), dict(), dict.fromkeys('ab'), dict.fromkeys([1, 2], 0), dict(zip('ab', (1, 2))))
        del d['x']
        d['new'] = d
        out(d)
        d.clear()
        out(d, bool(d), {1: 'a', True: 'b'}, {'k': 1, 'k': 2})
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
            out(str(e), e.args)
