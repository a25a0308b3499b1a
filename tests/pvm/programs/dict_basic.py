# Dict basic: what this prints, CPython prints.
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


d = {"a": 1, 2: "b", (1, 2): [3], None: 0, True: "t"}
p(d, d["a"], d[2], d[(1, 2)], len(d), "a" in d, "z" in d, d.get("z"), d.get("z", 5), list(d), list(d.keys()), list(d.values()), list(d.items()), d[1])
d["z"] = 9; d["a"] += 1; del d[2]; p(d); p(d.pop("z"), d.pop("q", None), d.setdefault("n", []), d.setdefault("a", 7), d); d.update({"x": 1}, y=2); d.update([("w", 3)]); p(d); p(d.popitem(), d)
p(dict(a=1, b=2), dict([("x", 1)]), dict({"k": 1}, k2=2), {**{"a": 1}, "b": 2, **{"a": 3}}, {"a": 1} | {"b": 2}, dict.fromkeys("ab", 0), dict(zip("ab", [1, 2])), {"a": 1} == {"a": 1}, {"a": 1, "b": 2} == {"b": 2, "a": 1}, {"a": 1} != {"a": 2})
e = {"a": 1}; e |= {"c": 3}; p(e, e.copy() == e, bool({}), bool(e))
for k in d: p(k)
for k, v in d.items(): p(k, v)
p(d.keys() & {"a", "x"} == {"a", "x"}, list(reversed({"a": 1, "b": 2})), {"a": 1}.keys() | {"b"} == {"a", "b"}, ("a", 2) in d.items(), "a" in d.keys(), 2 in d.values())
err(lambda: d["nope"]); err(lambda: d[[]]); err(lambda: {[]: 1}); err(lambda: {}.popitem()); err(lambda: d.pop("nope")); err(dict, 5); err(dict, [1]); err(dict, [(1, 2, 3)]); err(lambda: {} < {}); err(lambda: d.foo); err(lambda: d.get()); err(lambda: {{}: 1}); err(lambda: {**5})
def grow():
    m = {1: 1, 2: 2}
    for k in m: m[k + 10] = 1
err(grow)
big = {i: i * i for i in range(1000)}
for i in range(0, 1000, 3): del big[i]
for i in range(2000, 2100): big[i] = 1
p(len(big), sum(big), sum(big.values()), big[500], 501 in big, list(big)[:5], list(big)[-2:])
d.clear(); p(d, d == {})
