"""A state machine with methods in a table, history, and errors for wrong moves."""
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


class WrongMove(Exception):
    def __init__(self, state, move):
        super().__init__(f'{move} in {state}')
        self.state, self.move = state, move


class Door:
    moves = {('open', 'close'): 'closed', ('closed', 'open'): 'open', ('closed', 'lock'): 'locked', ('locked', 'unlock'): 'closed'}

    def __init__(self):
        self.state, self.history = 'open', []

    def __getattr__(self, name):
        if name.startswith('_'):
            raise AttributeError(name)
        def move(**options):
            try:
                after = self.moves[self.state, name]
            except KeyError:
                raise WrongMove(self.state, name) from None
            self.history.append((self.state, name, after, options))
            self.state = after
            return self
        return move


@actor
class Program:
    def go(self, payload):
        d = Door()
        d.close().lock(key=1).unlock(key=1).open()
        out(d.state)
        out(d.history)
        tried(lambda: d.lock())
        tried(lambda: d.fly())
        tried(lambda: d._private)
        for moves in ('close lock', 'close open', 'lock', 'close close'):
            d = Door()
            try:
                for m in moves.split():
                    getattr(d, m)()
                out(moves)
                out(d.state)
            except WrongMove as e:
                out(moves)
                out(str(e))
                out(e.state)
                out(e.move)
                out(e.__suppress_context__)
