"""enum.Flag and IntFlag: combining, membership, iteration."""
import pvm_host
from cowboy_sdk import actor
from enum import Flag, IntFlag, auto


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


class Perm(Flag):
    R = auto()
    W = auto()
    X = auto()


class Bits(IntFlag):
    A = 1
    B = 2


@actor
class Program:
    def go(self, payload):
        rw = Perm.R | Perm.W
        out(rw, Perm.R in rw, Perm.X in rw, rw & Perm.W, rw ^ Perm.R, ~Perm.R & rw, bool(Perm(0)), rw.value, Perm(3) == rw, [p.name for p in Perm if p in rw], Bits.A | Bits.B, int(Bits.A | Bits.B), Bits.A + 1)
