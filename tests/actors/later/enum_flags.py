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
        out(rw)
        out(Perm.R in rw)
        out(Perm.X in rw)
        out(rw & Perm.W)
        out(rw ^ Perm.R)
        out(~Perm.R & rw)
        out(bool(Perm(0)))
        out(rw.value)
        out(Perm(3) == rw)
        out([p.name for p in Perm if p in rw])
        out(Bits.A | Bits.B)
        out(int(Bits.A | Bits.B))
        out(Bits.A + 1)
