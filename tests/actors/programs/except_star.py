"""except*: which clause takes what, what is raised again, chaining, finally, nesting, flow around it."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def shape(e):
    if isinstance(e, BaseExceptionGroup):
        return type(e).__name__, e.message, [shape(x) for x in e.exceptions]
    return repr(e)


def chain(e):
    return shape(e), e.__cause__ and shape(e.__cause__), e.__context__ and shape(e.__context__), e.__suppress_context__


def tried(thunk):
    try:
        out(("value", thunk()))
    except BaseException as e:
        out(chain(e))


def group():
    return ExceptionGroup("top", [ValueError(1), TypeError(2), ExceptionGroup("in", [ValueError(3), KeyError(4), OSError(5)])])


def take(raised, *actions):
    """Clauses for ValueError, (TypeError, KeyError), Exception; each does what its action says."""
    log = []

    def act(what, e):
        log.append((what, shape(e)))
        if what == "again":
            raise
        if what == "same":
            raise e
        if what == "new":
            raise IndexError("new")
        if what == "from":
            raise IndexError("from") from e
        if what == "group":
            raise ExceptionGroup("made", [RuntimeError("r"), e])
        if what == "leaf":
            raise e.exceptions[0]
    try:
        try:
            raise raised
        except* ValueError as e:
            act(actions[0], e)
        except* (TypeError, KeyError) as e:
            act(actions[1], e)
        except* Exception as e:
            act(actions[2], e)
        else:
            log.append("else")
        finally:
            log.append("finally")
    except BaseException as e:
        log.append(chain(e))
    return log


def unbound():
    try:
        raise ValueError(1)
    except* ValueError as e:
        pass
    return e


def rest_of(raised):
    try:
        raise raised
    except* ValueError:
        pass
    return "nothing left"


def nested():
    log = []
    try:
        try:
            raise group()
        except* ValueError as outer:
            try:
                raise outer
            except* ValueError as inner:
                log.append(shape(inner))
                try:
                    raise LookupError("deep")
                except LookupError as e:
                    log.append(chain(e))
        except* OSError:
            log.append("os")
            raise
    except ExceptionGroup as e:
        log.append(chain(e))
    return log


def loops():
    seen = []
    for e in [ValueError(1), group(), None]:
        try:
            if e is None:
                continue
            try:
                raise e
            except* ValueError as g:
                for x in g.exceptions:
                    if isinstance(x, ExceptionGroup):
                        break
                    seen.append(repr(x))
            seen.append("next")
        except* Exception as g:
            seen.append(shape(g))
        finally:
            seen.append("finally")
    return seen


def returns():
    try:
        try:
            return "returned"
        except* ValueError:
            return_value = 1
    finally:
        out("after")


def generator():
    try:
        got = yield 1
        raise ExceptionGroup("g", [ValueError(got), KeyError(got)])
    except* ValueError as e:
        yield shape(e)
    yield "on"


class Own(ExceptionGroup):
    def derive(self, excs):
        return Own(self.message + "'", excs)


class Odd(ExceptionGroup):
    def derive(self, excs):
        return 5


class Splits(ExceptionGroup):
    def split(self, types):
        return ExceptionGroup("mine", [ValueError("m")]), KeyError("rest")


def types(which):
    try:
        raise group()
    except* which:
        return_value = 1
    return "handled"


def context():
    try:
        try:
            raise KeyError("first")
        except KeyError:
            try:
                raise ValueError("second")
            except* ValueError as e:
                raise TypeError("third")
    except* TypeError as e:
        found = chain(e.exceptions[0]), chain(e)
    return found


def go(payload):
    for actions in [("pass",) * 3, ("again", "pass", "pass"), ("pass", "again", "again"), ("again",) * 3, ("same", "pass", "again"),
                    ("new", "pass", "pass"), ("new", "again", "pass"), ("from", "new", "again"), ("group", "again", "pass"),
                    ("leaf", "leaf", "pass"), ("pass", "pass", "same")]:
        for raised in [group(), ValueError("alone"), KeyError("k"), OSError("o"), ExceptionGroup("one", [ValueError(0)]),
                       BaseExceptionGroup("base", [KeyboardInterrupt("stop"), ValueError("v")])]:
            for line in take(raised, *actions):
                out(line)
    tried(unbound)
    for raised in [ValueError(1), group(), KeyError(2), Own("own", [ValueError(1), KeyError(2)]), Odd("odd", [ValueError(1), KeyError(2)]),
                   Splits("s", [KeyError(1)]), Own("all", [ValueError(1)])]:
        tried(lambda: rest_of(raised))
    for line in nested():
        out(line)
    out(loops())
    out(returns())
    g = generator()
    out([next(g), g.send(7)])
    tried(lambda: next(g))
    for which in [ValueError, (ValueError, TypeError), Exception, BaseException, ExceptionGroup, (ValueError, ExceptionGroup), 5, (ValueError, 5),
                  int, ()]:
        tried(lambda: types(which))
    tried(context)
    try:
        try:
            1 // 0
        except* undefined_name:
            pass
    except NameError as e:
        out(chain(e))
    try:
        raise KeyError("clean")
    except KeyError as e:
        out(chain(e))
