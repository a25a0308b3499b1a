"""What a program's own SyntaxErrors say, and what the hash of a set is asked for."""
import pvm_host


def out(value):
    pvm_host.emit_event("out", (value if isinstance(value, str) else repr(value)).encode())


def tried(function):
    try:
        out(function())
    except Exception as e:
        out(type(e).__name__ + ": " + str(e))


PARTS = ("msg", "filename", "lineno", "offset", "text", "end_lineno", "end_offset", "print_file_and_line", "args")


class ParseError(SyntaxError):
    pass


class Located(SyntaxError):
    def __init__(self, message, line):
        super().__init__(message, ("contract.txt", line, 1, "text"))


def shown(e):
    return (str(e), repr(e), [getattr(e, part) for part in PARTS])


for args in ((), ("bad",), (5,), ("bad", ("f", 1, 2, "t")), ("bad", ["a/b/f", 1, 2, "t", 3, 4]), ("bad", ("f", None, 2, "t")), ("bad", (None, 7, 2, "t")),
             ("bad", (None, None, 2, "t")), ("bad", (None, True, 2, "t")), ("bad", ("f", "7", 2, "t")), ("bad", 5), ("bad", ("f", 1, 2)), ("bad", ("f", 1, 2, "t", 3)),
             ("bad", range(7)), ("bad", "abcd"), ("bad", "place", "more"), (None, ("f", 1, 2, "t")), ("bad", ("dir/", 1, 2, "t"))):
    for cls in (SyntaxError, IndentationError, ParseError):
        tried(lambda: shown(cls(*args)))
tried(lambda: shown(Located("expected a number", 12)))
e = ParseError("bad", ("f", 1, 2, "t"))
e.msg, e.lineno, e.filename = "worse", 9, "x/y.txt"
tried(lambda: shown(e))
del e.filename
tried(lambda: shown(e))
e.args = ("other",)
tried(lambda: shown(e))
tried(lambda: SyntaxError("bad", lineno=5))
tried(lambda: str(SyntaxError("bad").with_traceback(None)))


# An __init__ of one's own says what the arguments mean.
class Undecodable(UnicodeDecodeError):
    def __init__(self, data):
        super().__init__("utf-8", data, 0, 1, "no reason")


class Stopped(StopIteration):
    def __init__(self, value):
        self.given = value


class Silent(SyntaxError):
    def __init__(self, *args):
        pass


tried(lambda: (str(Undecodable(b"x")), Undecodable(b"x").args))
tried(lambda: (Stopped(5).value, Stopped(5).args, Stopped(5).given))
tried(lambda: shown(Silent("bad", 5)))
