"""json.dumps: every kind, escapes, separators, indent, sort_keys, and what it refuses."""
import json
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
        out(json.dumps(None), json.dumps(True), json.dumps(5), json.dumps(-2**80), json.dumps('a"b\\c\n\t\x00\x7fé€😀/'), json.dumps([]), json.dumps({}), json.dumps([1, [2, [3]], {}]), json.dumps((1, 2)), json.dumps({'a': 1, 'b': [None, False]}))
        out(json.dumps({1: 'a', True: 'b', None: 'c', 'x': 'd'}), json.dumps({'b': 1, 'a': 2}, sort_keys=True), json.dumps([1, {'a': 2}], separators=(',', ':')), json.dumps('é', ensure_ascii=False), json.dumps({'é': '日本'}, ensure_ascii=False), json.dumps('\u2028\x1f', ensure_ascii=False))
        out(json.dumps([1, [2], {}, []], indent=2), json.dumps({'a': {'b': [1, 2]}, 'c': []}, indent=4), json.dumps([1, 2], indent=0), json.dumps({'a': 1}, indent='--'), json.dumps([1], indent=None), json.dumps({'b': [1], 'a': 2}, indent=1, sort_keys=True, separators=(',', ': ')))
        out(json.dumps([1, 'a'], default=str), json.dumps([{1}, b'x'], default=lambda v: sorted(v)), json.dumps({(1, 2): 3, 'a': 1}, skipkeys=True))
        tried(lambda: json.dumps(b'a'))
        tried(lambda: json.dumps({1}))
        tried(lambda: json.dumps(object))
        tried(lambda: json.dumps({(1, 2): 3}))
        tried(lambda: json.dumps({b'a': 1}))
        tried(lambda: json.dumps([lambda: 0][:0] + [...]))
        loop = []
        loop.append(loop)
        tried(lambda: json.dumps(loop))
        d = {}
        d['self'] = d
        tried(lambda: json.dumps(d))
        tried(lambda: json.dumps())
        tried(lambda: json.dumps({'a': 1, 2: 3}, sort_keys=True))
