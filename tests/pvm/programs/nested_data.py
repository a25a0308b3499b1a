# Nested data: what this prints, CPython prints.
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


d = {"users": [{"name": "a", "tags": {"x", }}, {"name": "b", "tags": set()}], "n": {"deep": {"er": [1, (2, [3])]}}}
d["users"][0]["tags"].add("y"); d["n"]["deep"]["er"][1][1].append(4); d["users"].append({"name": "c"}); p(len(d["users"]), d["n"], [u.get("tags", "-") == set() for u in d["users"]], sorted(d["users"][0]["tags"])); del d["users"][1]; p([u["name"] for u in d["users"]]); p({(1, 2): {3: [4]}}, [[], [[]], [[[]]]], ({}, [()]), {"k": {"k": {"k": None}}})
grid = [[0] * 3 for _ in range(3)]; grid[1][2] = 5; p(grid, [row[:] for row in grid][1], list(map(list, zip(*grid)))); alias = [[0] * 2] * 2; alias[0][0] = 1; p(alias)
