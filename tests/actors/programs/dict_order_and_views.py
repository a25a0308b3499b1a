"""dict: insertion order through deletions, views, reversed, merging."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


class Program:
    def go(self, payload):
        d = {}
        for i in range(20):
            d[(i * 7) % 20] = i
        for i in range(0, 20, 3):
            del d[i]
        d[3] = 'again'
        d[1] = 'changed'
        out(d)
        out(list(reversed(d)))
        out(list(reversed(d.items()))[:2])
        out(d.keys())
        out(d.values())
        out(d.items())
        a, b = {'x': 1, 'y': 2}, {'y': 3, 'z': 4}
        out(a | b)
        out(b | a)
        out({**a, **b})
        out({**a, 'q': 1, **b})
        out(a.keys() & b.keys())
        out(sorted(a.keys() | b.keys()))
        out(sorted(a.keys() - b.keys()))
        out(sorted(a.keys() ^ b.keys()))
        out(a.items() & {('x', 1)})
        a |= b
        out(a)
        out(a == {'z': 4, 'y': 3, 'x': 1})
        out(a != {})
        out({'a': [1]} == {'a': [1]})
        out({1: 2} == {1: 2, 3: 4})
        out(a.keys() == {'x', 'y', 'z'})
        out(('x', 1) in a.items())
        out(1 in a.values())
        keys = a.keys()
        a['late'] = 0
        out(keys)
        out(len(keys))
        out('late' in keys)
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
        out(count)
        out(sorted(count.items(), key=lambda kv: (-kv[1], kv[0])))
        out(max(count, key=count.get))
        big = {i: i * i for i in range(500)}
        for i in range(0, 500, 2):
            del big[i]
        out(len(big))
        out(sum(big))
        out(sum(big.values()))
        out(list(big)[:5])
        out(3 in big)
        out(4 in big)
        out({1: 'int', '1': 'str', (1,): 'tuple', b'1': 'bytes', None: 'none', False: 'f'})
