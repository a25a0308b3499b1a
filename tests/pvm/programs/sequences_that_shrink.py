# Hooks that take items away from what an operation is about: nothing is read or written that is not there.
import pvm_host


def emit(*values):
    pvm_host.emit_event("t", " | ".join([repr(v) for v in values]).encode())


class Emptying:
    def __init__(self, of, at):
        self.of = of
        self.at = at

    def __index__(self):
        self.of.clear()
        return self.at


class Growing:
    def __init__(self, of, at):
        self.of = of
        self.at = at

    def __index__(self):
        self.of.extend([7] * 100)
        return self.at


def store(s, key, value):
    s[key] = value


def delete(s, key):
    del s[key]


STORE = lambda s, i: store(s, i, 1)
ACTIONS = [
    STORE,
    lambda s, i: s[i],
    lambda s, i: s[i:],
    lambda s, i: s[:i],
    lambda s, i: s[::i],
    lambda s, i: store(s, slice(i, 30), [1, 2]),
    lambda s, i: store(s, slice(0, i), [1, 2]),
    lambda s, i: store(s, slice(0, 8, i), [1, 2]),
    lambda s, i: delete(s, i),
    lambda s, i: delete(s, slice(i, None)),
    lambda s, i: delete(s, slice(None, None, i)),
    lambda s, i: s.insert(i, 1),
    lambda s, i: s.pop(i),
    lambda s, i: s * i,
    lambda s, i: len(s) and s[i] in s,
]

for make in (list, bytearray):
    for hook in (Emptying, Growing):
        for number, action in enumerate(ACTIONS):
            if make is bytearray and (action is STORE or hook is Growing):
                continue  # CPython writes to what it has given back: tests/actors/hostile/index_moves_bytes.py
            for at in (0, 4, 20, -1):
                s = make(range(40))
                try:
                    r = action(s, hook(s, at))
                except Exception as e:
                    r = type(e).__name__
                emit(make.__name__, hook.__name__, number, at, r, len(s), sum(s))


class Equal:
    def __init__(self, of):
        self.of = of

    def __eq__(self, other):
        self.of.clear()
        return False

    def __hash__(self):
        return 1


class Shown:
    def __init__(self, of):
        self.of = of

    def __repr__(self):
        self.of.clear()
        return "shown"


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


for f in (
    lambda l: l == [1, 2, 3, 4, 5],
    lambda l: 9 in l,
    lambda l: l.count(9),
    lambda l: l.index(9),
    lambda l: l.remove(9),
):
    l = [1, 2]
    l[1:1] = [Equal(l), 3, 4]
    emit(tried(lambda: f(l)), len(l))

l = [1, 2]
l.insert(1, Shown(l))
emit(repr(l), len(l))
d = {1: 2}
d[3] = Shown(d)
d[4] = 5
emit(tried(lambda: repr(d)), len(d))
l = [3, 2, 1]
emit(tried(lambda: l.sort(key=lambda v: l.clear() or v)), len(l))
l = [1, 2, 3]
emit(tried(lambda: l.extend(l.pop() for _ in range(3))), len(l))
d = {1: 1}
e = Equal(d)
emit(tried(lambda: d.get(e)), len(d))
s = {1, 2}
emit(tried(lambda: Equal(s) in s), len(s))


class Adds:
    """Adds to the list it is compared within, the first time."""
    def __init__(self, target):
        self.target = target

    def __eq__(self, other):
        if self.target is not None:
            target, self.target = self.target, None
            target.extend([0] * 50)
        return True

    __hash__ = None


for other in ([1, 2], [1, 2] + [0] * 50):
    grows = []
    grows += [Adds(grows), 2]
    emit(tried(lambda: grows == other), tried(lambda: grows != other), len(grows))
class Clears:
    def __init__(self, target):
        self.target = target

    def __eq__(self, other):
        self.target.clear()
        return False

    def __lt__(self, other):
        return True


shrinks = [1, 2, 3]
shrinks[0] = Clears(shrinks)
emit(tried(lambda: shrinks < [1, 2, 3]), len(shrinks))
same = both = bytearray(b'ab')
both *= 3
emit(same is both, same)
both += b'c'
emit(same is both, same)
same *= 0
emit(same is both, both)
empty = []
empty[:] = []
emit(empty)


class ClearsWhenCompared:
    def __init__(self, of):
        self.of = of

    def __eq__(self, other):
        self.of.clear()
        return True


for found_at in (0, 2):
    items = [1, 2, 3]
    items[found_at] = ClearsWhenCompared(items)
    if found_at:
        items[:found_at] = ["x"] * found_at
    emit(items.remove(9), items)
