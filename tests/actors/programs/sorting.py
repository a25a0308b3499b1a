"""sorted and list.sort: keys, reverse, stability, tuples, cmp-like classes, errors."""
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


class Card:
    def __init__(self, rank, suit):
        self.rank, self.suit = rank, suit

    def __lt__(self, other):
        return (self.rank, self.suit) < (other.rank, other.suit)

    def __repr__(self):
        return f'{self.rank}{self.suit}'


@actor
class Program:
    def go(self, payload):
        out(sorted([3, 1, 2]))
        out(sorted([3, 1, 2], reverse=True))
        out(sorted('banana'))
        out(sorted([(1, 'b'), (1, 'a'), (0, 'z')]))
        out(sorted({'b': 1, 'a': 2}))
        out(sorted([]))
        out(sorted([True, 0, 5, False]))
        out(sorted([b'b', b'a']))
        out(sorted([[2], [1, 5], []]))
        words = ['pear', 'fig', 'apple', 'kiwi', 'date', 'plum', 'Zoo', 'apricot']
        out(sorted(words, key=len))
        out(sorted(words, key=len, reverse=True))
        out(sorted(words, key=str.lower))
        out(sorted(words, key=lambda w: (-len(w), w)))
        out(sorted(words, key=lambda w: w[-1]))
        pairs = [(i * 7 % 5, i) for i in range(20)]
        out(sorted(pairs, key=lambda p: p[0]))
        out(sorted(pairs, key=lambda p: p[0], reverse=True))
        out(sorted([Card(2, 'h'), Card(1, 's'), Card(2, 'c')]))
        out(max([Card(2, 'h'), Card(9, 's')], key=lambda c: c.rank))
        out(min(words, key=len))
        out(max(words, key=len))
        out(max('b', 'a', key=ord))
        out(max([], default='none'))
        out(min([5], default=1))
        out(max([3, 1, 3]))
        out(min((2, 'b'), (2, 'a')))
        x = 12345
        noise = []
        for _ in range(300):
            x = (x * 1103515245 + 12345) % 2**31
            noise.append(x % 1000)
        s = sorted(noise)
        out(s[:10])
        out(s[-10:])
        out(all(a <= b for a, b in zip(s, s[1:])))
        out(sum(s) == sum(noise))
        out(sorted(noise, reverse=True) == s[::-1])
        noise.sort(key=lambda v: v % 10)
        out(noise[:12])
        a = [3, 1, 2]
        out(a.sort())
        out(a)
        calls = []
        sorted([3, 1, 2], key=lambda v: calls.append(v) or v)
        out(calls)
        def key_fails(v):
            if v == 2:
                raise ValueError('key failed')
            return v
        b = [3, 2, 1]
        tried(lambda: b.sort(key=key_fails))
        out(b)
        tried(lambda: sorted([1, 'a', 2]))
        tried(lambda: sorted([None, 1]))
        tried(lambda: sorted(1))
        tried(lambda: sorted([1], 5))
        tried(lambda: sorted([1, 2], key=5))
        tried(lambda: sorted([1], foo=1))
        tried(lambda: min([]))
        tried(lambda: max(1, 'a'))
        mutate = [3, 1, 2]
        def during(v):
            mutate.append(v)
            return v
        try:
            mutate.sort(key=during)
        except ValueError as e:
            out(str(e))
