"""enum: members, values, lookup, iteration, aliases, auto, flags of int kinds."""
import pvm_host
from cowboy_sdk import actor
from enum import Enum, IntEnum, auto, unique


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def tried(thunk):
    try:
        out(thunk())
    except Exception as e:
        pvm_host.emit_event("out", f"{type(e).__name__}: {e}".encode())


class Color(Enum):
    RED = 1
    GREEN = 2
    CRIMSON = 1

    @property
    def lower(self):
        return self.name.lower()


class Level(IntEnum):
    LOW = 1
    HIGH = 5


class Step(Enum):
    A = auto()
    B = auto()


@actor
class Program:
    def go(self, payload):
        out(Color.RED)
        out(repr(Color.GREEN))
        out(Color.RED.name)
        out(Color.RED.value)
        out(Color(2))
        out(Color['RED'])
        out(list(Color))
        out(len(Color))
        out(Color.CRIMSON is Color.RED)
        out(Color.RED.lower)
        out(Color.RED == Color.RED)
        out(Color.RED == 1)
        out(Color.RED in Color)
        out(isinstance(Color.RED, Color))
        out({Color.RED: 'x'}[Color.CRIMSON])
        out(list(Color.__members__))
        out(Level.LOW < Level.HIGH)
        out(Level.HIGH + 1)
        out(Level(5))
        out(sorted([Level.HIGH, Level.LOW]))
        out([s.value for s in Step])
        out(str(Color.RED))
        out(f'{Color.RED}')
        out(f'{Level.LOW}')
        out(str(Level.LOW))
        out(Level.LOW == 1)
        tried(lambda: Color(9))
        tried(lambda: Color['BLUE'])
        tried(lambda: Color.BLUE)
        tried(lambda: Color.RED < Color.GREEN)
        tried(lambda: setattr(Color, 'RED', 5))
