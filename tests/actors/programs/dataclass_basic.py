"""dataclasses: init, repr, eq, order, defaults, frozen, field, replace, asdict."""
import pvm_host
from cowboy_sdk import actor
from dataclasses import asdict, astuple, dataclass, field, fields, replace


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def tried(thunk):
    try:
        out(thunk())
    except Exception as e:
        pvm_host.emit_event("out", f"{type(e).__name__}: {e}".encode())


@dataclass
class Point:
    x: int
    y: int = 0

    def norm(self):
        return self.x ** 2 + self.y ** 2


@dataclass(order=True, frozen=True)
class Version:
    major: int
    minor: int = 0
    label: str = field(default='', compare=False)


@dataclass
class Bag:
    items: list = field(default_factory=list)
    count: int = field(init=False, repr=False, default=0)

    def __post_init__(self):
        self.count = len(self.items)


@dataclass
class Point3(Point):
    z: int = 9


@actor
class Program:
    def go(self, payload):
        out(Point(1))
        out(Point(1, 2) == Point(1, 2))
        out(Point(1) != Point(2))
        out(Point(x=3, y=4).norm())
        out(Version(1, 2) < Version(1, 10))
        out(sorted([Version(2), Version(1, 5)]))
        out({Version(1): 'v'}[Version(1, 0, 'other')])
        out(Bag([1, 2]).count)
        out(Bag())
        out(Bag().items is Bag().items)
        out(Point3(1))
        out(Point3(1, 2, 3))
        out(replace(Point(1, 2), y=5))
        out(asdict(Bag([1])))
        out(astuple(Point(1, 2)))
        out([f.name for f in fields(Point3)])
        out(Version(1, label='a') == Version(1, label='b'))
        tried(lambda: Point())
        tried(lambda: Point(1, 2, 3))
        tried(lambda: setattr(Version(1), 'major', 2))
        tried(lambda: hash(Point(1)))
        tried(lambda: Point(1) < Point(2))
