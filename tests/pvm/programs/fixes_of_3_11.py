# Fixes that CPython made within 3.11 and that this VM follows: iter(callable, sentinel) since 3.11.3, the __new__ of an
# enumeration since 3.11.6.
import enum
import pvm_host


def told(name, make):
    try:
        said = repr(make())
    except Exception as e:
        said = f"{type(e).__name__}: {e}"
    pvm_host.emit_event("t", f"{name}: {said}".encode())


def exhausted_by_its_own_call():
    calls = []

    def feed():
        calls.append(len(calls))
        if len(calls) == 1:
            list(numbers)
            return "not the end"
        return "end"

    numbers = iter(feed, "end")
    try:
        return next(numbers)
    except StopIteration:
        return f"ended after {len(calls)} calls", list(numbers)


def exhausted_by_the_comparison():
    seen = []

    class End:
        def __eq__(self, other):
            seen.append(other)
            return other == 3

    def count():
        count.n += 1
        return count.n

    count.n = 0
    numbers = iter(count, End())
    return list(numbers), seen, list(numbers)


def super_new_of_an_int_enum():
    class Level(enum.IntEnum):
        def __new__(cls, value):
            return super().__new__(cls, value)

        LOW = 1
    return list(Level)


def super_new_of_an_enum():
    class Level(enum.Enum):
        def __new__(cls, value):
            return super().__new__(cls)

        LOW = 1
    return list(Level)


def super_new_of_a_str_and_an_enum():
    class Level(str, enum.Enum):
        def __new__(cls, value):
            made = super().__new__(cls, value)
            made._value_ = value
            return made

        LOW = "low"
    return list(Level), Level.LOW == "low"


def new_of_the_kind():
    class Level(int, enum.Enum):
        def __new__(cls, value, text):
            made = int.__new__(cls, value)
            made._value_ = value
            made.text = text
            return made

        LOW = 1, "low"
        HIGH = 2, "high"
    return list(Level), Level.HIGH.text, Level(2), Level.HIGH + 1


def new_is_called():
    class Level(enum.IntEnum):
        LOW = 1

    class Text(enum.StrEnum):
        A = "a"

    class Bits(enum.IntFlag):
        R = 1
        W = 2
    return Level.__new__(Level, 1), Text.__new__(Text, "a"), Bits.__new__(Bits, 3), enum.Enum.__new__(Level, 1)


def new_of_a_value_that_is_none():
    class Level(enum.IntEnum):
        LOW = 1
    return Level.__new__(Level, 2)


def new_without_members():
    class Empty(enum.Enum):
        pass
    return Empty.__new__(Empty, 1)


for test in (exhausted_by_its_own_call, exhausted_by_the_comparison, super_new_of_an_int_enum, super_new_of_an_enum,
             super_new_of_a_str_and_an_enum, new_of_the_kind, new_is_called, new_of_a_value_that_is_none, new_without_members):
    told(test.__name__, test)
