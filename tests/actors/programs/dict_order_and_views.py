"""dict: insertion order through deletions, views, reversed, merging."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def go(payload):
    d = {}
    for i in range(20):
        d[(i * 7) % 20] = i
    for i in range(0, 20, 3):
        del d[i]
    d[3] = 'again'
    d[1] = 'changed'
    out(d, list(reversed(d)), list(reversed(d.items()))[:2], d.keys(), d.values(), d.items())
    a, b = {'x': 1, 'y': 2}, {'y': 3, 'z': 4}
    out(a | b, b | a, {**a, **b}, {**a, 'q': 1, **b}, a.keys() & b.keys(), sorted(a.keys() | b.keys()), sorted(a.keys() - b.keys()), sorted(a.keys() ^ b.keys()), a.items() & {('x', 1)})
    a |= b
    out(a, a == {'z': 4, 'y': 3, 'x': 1}, a != {}, {'a': [1]} == {'a': [1]}, {1: 2} == {1: 2, 3: 4}, a.keys() == {'x', 'y', 'z'}, ('x', 1) in a.items(), 1 in a.values())
    keys = a.keys()
    a['late'] = 0
    out(keys, len(keys), 'late' in keys)
    try:
        for k in a:
            a[k + '!'] = 1
    except RuntimeError as e:
        out(str(e))
    try:
        for k in a:
            del a[k]
    except RuntimeError as e:
        out(str(e))
    for k in list(a):
        if k.endswith('!'):
            del a[k]
    out(sorted(a))
    count = {}
    for word in 'the cat and the dog and the bird'.split():
        count[word] = count.get(word, 0) + 1
    out(count, sorted(count.items(), key=lambda kv: (-kv[1], kv[0])), max(count, key=count.get))
    big = {i: i * i for i in range(500)}
    for i in range(0, 500, 2):
        del big[i]
    out(len(big), sum(big), sum(big.values()), list(big)[:5], 3 in big, 4 in big)
    out({1: 'int', '1': 'str', (1,): 'tuple', b'1': 'bytes', None: 'none', False: 'f'})
