# Graph program: what this prints, CPython prints.
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


g = {"a": ["b", "c"], "b": ["d"], "c": ["d", "e"], "d": ["f"], "e": ["f"], "f": []}
def bfs(s, t):
    seen, q = {s: None}, [s]
    while q:
        n = q.pop(0)
        if n == t: break
        for m in g[n]:
            if m not in seen:
                seen[m] = n
                q.append(m)
    path = []
    while t is not None:
        path.append(t)
        t = seen[t]
    return path[::-1]
def topo():
    out, done = [], set()
    def visit(n):
        if n in done: return
        done.add(n)
        for m in g[n]: visit(m)
        out.append(n)
    for n in g: visit(n)
    return out[::-1]
def paths(s, t): return [[t]] if s == t else [[s] + r for m in g[s] for r in paths(m, t)]
p(bfs("a", "f"), topo(), paths("a", "f"))
dist = {n: (0 if n == "a" else None) for n in g}
for n in topo():
    for m in g[n]:
        if dist[n] is not None and (dist[m] is None or dist[m] > dist[n] + 1): dist[m] = dist[n] + 1
p(dist)
