"""with: enter, exit, exceptions passed and swallowed, several at once, return inside."""
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


log = []


class Manager:
    def __init__(self, name, swallow=False, fail=None):
        self.name, self.swallow, self.fail = name, swallow, fail

    def __enter__(self):
        log.append('enter ' + self.name)
        if self.fail == 'enter':
            raise RuntimeError('enter failed')
        return self.name.upper()

    def __exit__(self, kind, error, trace):
        log.append(('exit', self.name, kind and kind.__name__, str(error)))
        if self.fail == 'exit':
            raise KeyError('exit failed')
        return self.swallow


class NoExit:
    def __enter__(self):
        return 1


def returns():
    with Manager('r'):
        return 'from with'


def loops():
    for i in range(3):
        with Manager(str(i)):
            if i == 0:
                continue
            break
    return i


def show():
    text = list(log)
    del log[:]
    return text


def use(manager):
    with manager:
        pass


@actor
class Program:
    def go(self, payload):
        with Manager('a') as a, Manager('b') as b:
            log.append(a + b)
        out(show())
        with (Manager('p') as p, Manager('q'),):
            pass
        out(p)
        out(show())
        out(returns())
        out(show())
        out(loops())
        out(show())
        with Manager('s', swallow=True):
            raise ValueError('swallowed')
        out(show())
        try:
            with Manager('outer'), Manager('inner', fail='exit'):
                1 // 0
        except KeyError as e:
            out(repr(e))
            out(repr(e.__context__))
            out(show())
        try:
            with Manager('x') as v, Manager('y', fail='enter'):
                log.append('not reached')
        except RuntimeError as e:
            out(str(e))
            out(show())
        with Manager('o', swallow=True):
            with Manager('i'):
                raise IndexError('through both')
        out(show())
        target = {}
        with Manager('t') as target['k'], Manager('u') as (first):
            pass
        out(target)
        out(first)
        tried(lambda: use(5))
        tried(lambda: use(NoExit()))
        tried(lambda: use(None))
