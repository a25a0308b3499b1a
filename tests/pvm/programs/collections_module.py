# Collections module: what this prints, CPython prints.
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


from collections import OrderedDict, defaultdict, Counter, deque
o = OrderedDict([("b", 1), ("a", 2)]); o["c"] = 3; p(list(o), o["a"], len(o), list(o.items()), o == OrderedDict([("b", 1), ("a", 2), ("c", 3)]), o == {"a": 2, "b": 1, "c": 3}, o == OrderedDict([("a", 2), ("b", 1), ("c", 3)])); o.move_to_end("b"); p(list(o)); o.move_to_end("c", last=False); p(list(o), o.popitem(), o.popitem(last=False), o, OrderedDict()); err(lambda: OrderedDict().popitem()); err(lambda: o["zz"]); p(isinstance(o, dict))
d = defaultdict(list); d["a"].append(1); d["b"]; d["a"].append(2); p(d, dict(d), d.default_factory is list, "z" in d, d.get("z"), len(d)); n = defaultdict(int)
for ch in "hello": n[ch] += 1
p(n, sorted(n.items())); err(lambda: defaultdict(None)["x"]); err(lambda: defaultdict(5))
c = Counter("hello"); p(c, c["l"], c["zz"], c.most_common(1), c.most_common(), sorted(c.elements()), sum(c.values()), c.total()); c.update("llo"); c.subtract({"h": 1}); p(c, c + Counter("xx"), c - Counter("lll"), c & Counter("l"), c | Counter("zz"), Counter(a=2, b=1), Counter({"x": 3}), Counter(), Counter("ab") == Counter("ba")); del c["nope"]
q = deque([1, 2, 3], maxlen=4); q.append(4); q.append(5); q.appendleft(0); p(q, q.pop(), q.popleft(), q, len(q), q[0], q[-1], 3 in q, list(q), list(reversed(q))); q.extend([7, 8]); q.rotate(1); p(q); q.rotate(-2); p(q); q.clear(); p(q, bool(q), deque("abc"), deque([1]) == deque([1])); err(q.pop); err(q.popleft); err(lambda: deque([1])[5])
w = deque()
for i in range(20):
    w.append(i)
    if i % 3 == 0: w.popleft()
p(list(w), w.index(10), w.count(5)); w.remove(10); p(list(w)); w.reverse(); w.insert(1, 99); p(w); del w[0]; w[0] = 5; p(w)
