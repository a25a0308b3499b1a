"""Small print: chained comparison, short circuit, augmented targets, conditional order, string joins."""
import pvm_host
from cowboy_sdk import actor


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


class Loud:
    log = []

    def __init__(self, name, truth=True):
        self.name, self.truth = name, truth

    def __bool__(self):
        self.log.append('bool ' + self.name)
        return self.truth

    def __lt__(self, other):
        self.log.append(f'{self.name} < {other.name}')
        return Loud(f'({self.name}<{other.name})', self.truth)

    def __contains__(self, v):
        self.log.append(f'{v} in {self.name}')
        return Loud('x')

    def __getitem__(self, k):
        self.log.append(f'{self.name}[{k}]')
        return Loud(f'{self.name}[{k}]')

    def __setitem__(self, k, v):
        self.log.append(f'{self.name}[{k}] = {v}')

    def __iadd__(self, v):
        self.log.append(f'{self.name} += {v}')
        return 'sum'


def told(f):
    del Loud.log[:]
    result = f()
    return getattr(result, 'name', result), list(Loud.log)


@actor
class Program:
    def go(self, payload):
        a, b, c, no = Loud('a'), Loud('b'), Loud('c'), Loud('no', False)
        out(told(lambda: a and b))
        out(told(lambda: no and a))
        out(told(lambda: a or b))
        out(told(lambda: no or a))
        out(told(lambda: not a))
        out(told(lambda: a < b < c))
        out(told(lambda: no < b < c))
        out(told(lambda: 5 in a))
        out(told(lambda: 5 not in a))
        out(told(lambda: 'y' if no else 'n'))
        out(told(lambda: [x.name for x in (a, no) if x]))
        def augmented():
            a['k'] += 1
        out(told(augmented))
        def loop():
            n = 0
            while Loud('w', n < 2):
                n += 1
            assert a
            if not no:
                return n
        out(told(loop))
        out(told(lambda: all([a, no, b])))
        out(told(lambda: any([no, a, b])))
        out(told(lambda: list(map(bool, [a, no]))))
        out(told(lambda: bool(no)))
        out(told(lambda: len((a < b, b < a))))
        out(told(lambda: max(no, b).name))
        out(told(lambda: (no or b) and c))
        out(told(lambda: a and no or b))
