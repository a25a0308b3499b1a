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
        out(Color.RED, repr(Color.GREEN), Color.RED.name, Color.RED.value, Color(2), Color['RED'], list(Color), len(Color), Color.CRIMSON is Color.RED, Color.RED.lower, Color.RED == Color.RED, Color.RED == 1, Color.RED in Color, isinstance(Color.RED, Color), {Color.RED: 'x'}[Color.CRIMSON], list(Color.__members__))
        out(Level.LOW < Level.HIGH, Level.HIGH + 1, Level(5), sorted([Level.HIGH, Level.LOW]), [s.value for s in Step], str(Color.RED), f'{Color.RED}', f'{Level.LOW}', str(Level.LOW), Level.LOW == 1)
        tried(lambda: Color(9))
        tried(lambda: Color['BLUE'])
        tried(lambda: Color.BLUE)
        tried(lambda: Color.RED < Color.GREEN)
        tried(lambda: setattr(Color, 'RED', 5))
