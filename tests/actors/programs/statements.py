"""for and while with else, break, continue, nested loops, walrus, assert, del, pass, chained assignment."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def find(values, wanted):
    for i, v in enumerate(values):
        if v == wanted:
            break
    else:
        return 'absent'
    return i


def collatz(n):
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    else:
        steps = ('ended', steps)
    return steps


class Program:
    def go(self, payload):
        out(find('abc', 'b'))
        out(find('abc', 'z'))
        out(find([], 1))
        out(collatz(27))
        out_of = []
        for i in range(3):
            for j in range(3):
                if j == i:
                    continue
                if j > 1:
                    break
                out_of.append((i, j))
            else:
                out_of.append('full')
        out(out_of)
        out(i)
        out(j)
        n = 10
        while (n := n - 3) > 0:
            out(n)
        out(n)
        out((m := 5) + m)
        out([k := 1, k + 1])
        out((lambda: (w := 3) * w)())
        a = b = c = []
        a.append(1)
        x = y, *z = 1, 2, 3
        out(c)
        out(x)
        out(y)
        out(z)
        if (match_ := 'abc'.find('c')) >= 0: out(match_)
        d = {'a': 1, 'b': [1, 2, 3]}
        del d['a'], d['b'][0]
        out(d)
        try:
            assert 1 == 1
            assert (1, 'always true')
            assert [] == [1], f'lists differ: {[1]}'
        except AssertionError as e:
            out(str(e))
            out(e.args)
        try:
            assert 0
        except AssertionError as e:
            out(str(e))
            out(e.args)
        pass; out('semicolon')
        if 0: out('no')
        elif '': out('no')
        elif [0]: out('third')
        else: out('no')
        for k in (): pass
        else: out('empty loop has else')
        i = 0
        while True:
            i += 1
            if i % 2: continue
            if i > 6: break
        out(i)
        x: int = 5
        annotated: 'str'
        out(x)
        for i, (a, *b) in enumerate(['xyz', 'pq']):
            out(i)
            out(a)
            out(b)
        for d['key'] in range(3):
            pass
        out(d['key'])
        out(1 if 0 else 2 if 0 else 3)
        out(not 1 == 2)
        out(1 == 1 in [True])
        out(-2 ** 2)
        out(2 + 3 * 4 % 5 - 6 // 4)
        out(1 | 2 ^ 3 & 4 << 1)
        out(not (True and False) or True)
        l = [1, 2, 3]
        l[0] += 10
        l[-1] *= 2
        l[1:2] += [9, 9]
        s = 'a'
        s += 'b' * 2
        out(l)
        out(s)
