# Json module: what this prints, CPython prints.
import pvm_host


def p(*a):
    pvm_host.emit_event("p", " ".join([str(x) for x in a]).encode())


def err(f, *a, **k):
    try:
        r = f(*a, **k)
    except Exception as e:
        p(type(e).__name__, e)
    else:
        p("no error", repr(r))


import json
for v in (None, True, False, 0, -5, 1 << 70, "a", "é😀\n\"\\/\x01\x7f", [], {}, [1, [2, {"a": None}]], {"b": 1, "a": [1, 2]}, (1, 2), {1: 2, None: 3, True: 4, False: 5}, "\u2028"):
    s = json.dumps(v)
    p(s, json.loads(s) == v, json.dumps(v, ensure_ascii=False), json.dumps(v, separators=(",", ":")))
p(json.dumps({"b": 1, "a": 2}, sort_keys=True), json.dumps([1, {"a": [2, {}], "b": []}], indent=2), json.dumps({"a": 1}, indent="\t"), json.dumps([1], default=str), json.dumps({(1, 2): 3, "k": 1}, skipkeys=True), json.dumps({1, 2} and [object], default=lambda o: "obj"))
p(json.loads(' {"a": [1, 2, {"b": "c\\u00e9\\ud83d\\ude00\\n"}], "x": -0, "y": null, "z": true} '), json.loads("5"), json.loads('"a"'), json.loads(b'[1]'), json.loads('{"a": 1, "a": 2}'), json.loads("12345678901234567890123"))
for bad in ("", "{", "[1,]", "{'a': 1}", '{"a"}', '{"a": }', "nul", "[1 2]", '"abc', "01", "+1", "[1] x", '{"a": 1,}', '"\x01"', "[", '{"a": 1', "tru", "-", '["a" 1]', '{"a" 1}', "{1: 2}"):
    try: p(json.loads(bad))
    except ValueError as e: p(type(e).__name__, isinstance(e, json.JSONDecodeError))
err(json.dumps, {1, 2}); err(json.dumps, {(1,): 2}); err(json.dumps, b"x"); err(json.loads, 5); err(json.loads, None)
a = []; a.append(a); err(json.dumps, a)
err(json.loads, ""); err(json.loads, "[1] x"); err(json.loads, "nul"); err(json.loads, "[1 2]")
