"""Graph algorithms: breadth first, depth first, shortest paths, topological order, components."""
import pvm_host
from cowboy_sdk import actor


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def tried(thunk):
    try:
        out(thunk())
    except Exception as e:
        pvm_host.emit_event("out", f"{type(e).__name__}: {e}".encode())


def bfs(graph, start):
    seen, queue = {start: 0}, [start]
    while queue:
        node = queue.pop(0)
        for n in graph.get(node, ()):
            if n not in seen:
                seen[n] = seen[node] + 1
                queue.append(n)
    return seen


def topological(graph):
    done, path, order = set(), set(), []

    def visit(node):
        if node in path:
            raise ValueError(f'cycle at {node}')
        if node in done:
            return
        path.add(node)
        for n in graph.get(node, []):
            visit(n)
        path.remove(node)
        done.add(node)
        order.append(node)
    for node in graph:
        visit(node)
    return order[::-1]


def shortest(edges, start):
    far = 10**9
    nodes = sorted({n for e in edges for n in e[:2]})
    distance = {n: far for n in nodes} | {start: 0}
    for _ in nodes:
        for a, b, w in edges:
            if distance[a] + w < distance[b]:
                distance[b] = distance[a] + w
    return distance


class Union:
    def __init__(self):
        self.parent = {}

    def find(self, x):
        p = self.parent.setdefault(x, x)
        if p != x:
            self.parent[x] = p = self.find(p)
        return p

    def join(self, a, b):
        self.parent[self.find(a)] = self.find(b)


@actor
class Program:
    def go(self, payload):
        g = {'a': ['b', 'c'], 'b': ['d'], 'c': ['d', 'e'], 'd': ['f'], 'e': ['f'], 'f': []}
        out(bfs(g, 'a'))
        out(topological(g))
        out(shortest([('a', 'b', 4), ('a', 'c', 1), ('c', 'b', 2), ('b', 'd', 5)], 'a'))
        tried(lambda: topological({'x': ['y'], 'y': ['x']}))
        u = Union()
        for a, b in [(1, 2), (3, 4), (2, 3), (5, 6)]:
            u.join(a, b)
        out(u.find(1) == u.find(4))
        out(u.find(1) == u.find(5))
        out(sorted(u.parent))
