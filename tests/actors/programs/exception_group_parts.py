"""ExceptionGroup: making, split, subgroup, derive, attributes, subclasses, text."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def tried(thunk):
    try:
        out(thunk())
    except BaseException as e:
        pvm_host.emit_event("out", f"{type(e).__name__}: {e}".encode())


class WithCode(ExceptionGroup):
    def __new__(cls, message, excs, code):
        self = super().__new__(WithCode, message, excs)
        self.code = code
        return self

    def derive(self, excs):
        return WithCode(self.message, excs, self.code)


class Plain(ExceptionGroup):
    pass


class Base(BaseExceptionGroup):
    pass


class Both(ExceptionGroup, ValueError):
    pass


class Items:
    def __getitem__(self, i):
        return [ValueError("i"), KeyError("j")][i]

    def __len__(self):
        return 2


def tree():
    return ExceptionGroup("a", [ValueError(1), ExceptionGroup("b", [TypeError(2), ValueError(3), ExceptionGroup("c", [KeyError(4)])]), OSError(5)])


def go(payload):
    tried(lambda: ExceptionGroup("x"))
    tried(lambda: ExceptionGroup())
    tried(lambda: ExceptionGroup("x", [ValueError()], 3))
    tried(lambda: ExceptionGroup(1, [ValueError()]))
    tried(lambda: ExceptionGroup("x", 5))
    tried(lambda: ExceptionGroup("x", None))
    tried(lambda: ExceptionGroup("x", []))
    tried(lambda: ExceptionGroup("x", {1}))
    tried(lambda: ExceptionGroup("x", {1: 2}))
    tried(lambda: ExceptionGroup("x", "ab"))
    tried(lambda: ExceptionGroup("x", [ValueError(), 5]))
    tried(lambda: ExceptionGroup("x", [ValueError]))
    tried(lambda: ExceptionGroup("x", [KeyboardInterrupt()]))
    tried(lambda: Plain("x", [KeyboardInterrupt()]))
    tried(lambda: ExceptionGroup("x", [ValueError()], a=1))
    tried(lambda: BaseExceptionGroup("x", [KeyboardInterrupt(), ValueError()]))
    tried(lambda: BaseExceptionGroup("x", [ValueError()]))
    tried(lambda: Base("x", [ValueError()]))
    tried(lambda: Both("x", [ValueError()]))
    tried(lambda: ExceptionGroup("x", (ValueError(1), KeyError(2))))
    tried(lambda: ExceptionGroup("x", Items()).exceptions)
    t = tree()
    out(t, str(t), t.args, t.message, t.exceptions, len(t.exceptions))
    tried(lambda: setattr(t, "message", 1))
    tried(lambda: setattr(t, "exceptions", ()))
    tried(lambda: setattr(t, "args", (1,)))
    out(t.args, t.message)
    t = tree()
    for matcher in [ValueError, (ValueError, KeyError), Exception, ExceptionGroup, KeyError, IndexError, LookupError, (), lambda e: True,
                    lambda e: isinstance(e, OSError), lambda e: isinstance(e, ExceptionGroup) and e.message == "b", lambda e: "yes",
                    lambda e: 1 // 0, 5, "x", (ValueError, 5), [ValueError], int, len]:
        tried(lambda: t.split(matcher))
        tried(lambda: t.subgroup(matcher))
    out(t.subgroup(Exception) is t, t.split(ExceptionGroup)[0] is t)
    tried(lambda: t.split())
    tried(lambda: t.subgroup(1, 2))
    tried(lambda: t.derive([ValueError(9)]))
    tried(lambda: t.derive([]))
    tried(lambda: t.derive([SystemExit()]))
    w = WithCode("w", [ValueError(1), KeyError(2), WithCode("v", [ValueError(3)], 8)], 7)
    match, rest = w.split(ValueError)
    out(match, rest, match.code, rest.code, match.exceptions[1].code, type(match).__name__)
    try:
        raise w from KeyError("cause")
    except WithCode as e:
        e.add_note("note")
        match, rest = e.split(ValueError)
        out(match.__cause__, rest.__context__, match.__notes__, match.__notes__ is e.__notes__, match.__suppress_context__)
    p = Plain("p", [ValueError(1), KeyError(2)])
    out([type(x).__name__ for x in p.split(KeyError)])
    out(isinstance(p, Exception), issubclass(ExceptionGroup, Exception), issubclass(BaseExceptionGroup, Exception))
    out(issubclass(ExceptionGroup, BaseExceptionGroup), isinstance(Both("x", [KeyError()]), ValueError))
    try:
        raise tree()
    except (KeyError, ExceptionGroup) as e:
        out(e.message)
    deep = ValueError("leaf")
    for i in range(20):
        deep = ExceptionGroup(str(i), [deep])
    out(deep.subgroup(ValueError).exceptions[0].exceptions[0].message, deep.split(KeyError)[0])
