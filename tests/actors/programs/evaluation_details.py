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
        out(told(lambda: a and b), told(lambda: no and a), told(lambda: a or b), told(lambda: no or a), told(lambda: not a), told(lambda: a < b < c), told(lambda: no < b < c), told(lambda: 5 in a), told(lambda: 5 not in a), told(lambda: 'y' if no else 'n'), told(lambda: [x.name for x in (a, no) if x]))
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
        out(told(loop), told(lambda: all([a, no, b])), told(lambda: any([no, a, b])), told(lambda: list(map(bool, [a, no]))), told(lambda: bool(no)), told(lambda: len((a < b, b < a))), told(lambda: max(no, b).name), told(lambda: (no or b) and c), told(lambda: a and no or b))
