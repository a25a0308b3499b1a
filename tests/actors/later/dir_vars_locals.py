"""dir, vars, locals and globals, or refused."""
import pvm_host
from cowboy_sdk import actor


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


class Small:
    x = 1

    def __init__(self):
        self.b, self.a = 1, 2


@actor
class Program:
    def go(self, payload):
        out(vars(Small()))
        out('x' in dir(Small()))
        out([n for n in dir(Small()) if not n.startswith('_')])
        def l(a, b=2):
            c = 3
            return locals()
        out(l(1))
        out('Small' in globals())
