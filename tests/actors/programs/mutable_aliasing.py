"""Names and objects: aliasing, copies shallow and deep by hand, identity, mutation while shared."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def change(l, n, d):
    l.append(1)
    n += 1
    d['changed'] = True
    l = ['rebound']
    return l, n


class Program:
    def go(self, payload):
        a = []
        b = a
        b.append(1)
        out(a)
        out(a is b)
        out(a == [1])
        out(a is [1])
        n, d = 5, {}
        out(change(a, n, d))
        out(a)
        out(n)
        out(d)
        grid = [[0] * 2] * 2
        grid[0][0] = 1
        out(grid)
        shallow = list(grid)
        shallow.append('own')
        shallow[0][1] = 9
        out(grid)
        out(shallow)
        def deep(x):
            if isinstance(x, list):
                return [deep(y) for y in x]
            if isinstance(x, dict):
                return {k: deep(v) for k, v in x.items()}
            return x
        tree = {'a': [1, {'b': [2]}]}
        copy = deep(tree)
        copy['a'][1]['b'].append(3)
        out(tree)
        out(copy)
        x = y = [1]
        x = x + [2]
        out(x)
        out(y)
        x = y
        x += [3]
        out(x)
        out(y)
        out(x is y)
        s = t = (1,)
        s += (2,)
        out(s)
        out(t)
        def default(v, seen=[]):
            seen.append(v)
            return list(seen)
        out(default(1))
        out(default(2))
        out(default(3, []))
        out(default(4))
        l = [1, 2, 3]
        for v in l[:]:
            l.remove(v)
        out(l)
        l = [[]] * 3
        l[0] += [1]
        out(l)
        d = dict.fromkeys('ab', [])
        d['a'].append(1)
        out(d)
