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


def go(payload):
    out(json.dumps(None))
    out(json.dumps(True))
    out(json.dumps(5))
    out(json.dumps(-2**80))
    out(json.dumps('a"b\\c\n\t\x00\x7fé€😀/'))
    out(json.dumps([]))
    out(json.dumps({}))
    out(json.dumps([1, [2, [3]], {}]))
    out(json.dumps((1, 2)))
    out(json.dumps({'a': 1, 'b': [None, False]}))
    out(json.dumps({1: 'a', True: 'b', None: 'c', 'x': 'd'}))
    out(json.dumps({'b': 1, 'a': 2}, sort_keys=True))
    out(json.dumps([1, {'a': 2}], separators=(',', ':')))
    out(json.dumps('é', ensure_ascii=False))
    out(json.dumps({'é': '日本'}, ensure_ascii=False))
    out(json.dumps('\u2028\x1f', ensure_ascii=False))
    out(json.dumps([1, [2], {}, []], indent=2))
    out(json.dumps({'a': {'b': [1, 2]}, 'c': []}, indent=4))
    out(json.dumps([1, 2], indent=0))
    out(json.dumps({'a': 1}, indent='--'))
    out(json.dumps([1], indent=None))
    out(json.dumps({'b': [1], 'a': 2}, indent=1, sort_keys=True, separators=(',', ': ')))
    out(json.dumps([1, 'a'], default=str))
    out(json.dumps([{1}, b'x'], default=lambda v: sorted(v)))
    out(json.dumps({(1, 2): 3, 'a': 1}, skipkeys=True))
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
