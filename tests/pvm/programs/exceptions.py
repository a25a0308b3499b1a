# Exceptions: what this prints, CPython prints.
import pvm_host


def p(*a):
    pvm_host.emit_event("p", " ".join([str(x) for x in a]).encode())


def err(f, *a, **k):
    try:
        r = f(*a, **k)
    except Exception as e:
        p(type(e).__name__, e)
    else:
        p("no error", repr(r))


def f(kind):
    try:
        p("try")
        if kind == 1: raise ValueError("v", 2)
        if kind == 2: raise KeyError("k")
        if kind == 3: {}["missing"]
        if kind == 4: raise TypeError
        if kind == 5: return "returned"
    except ValueError as e:
        p("value", e, e.args, repr(e))
        return "from except"
    except (KeyError, IndexError) as e:
        p("lookup", e, repr(e))
    except Exception as e:
        p("other", repr(e))
        raise RuntimeError("again") from e
    else:
        p("else")
    finally:
        p("finally", kind)
    return "end"
for k in range(6):
    try: p(f(k))
    except RuntimeError as e: p("outer", e, repr(e.__cause__), e.__suppress_context__)
def ctx():
    try:
        try: 1 // 0
        except ZeroDivisionError: raise KeyError("second")
    except KeyError as e:
        return repr(e.__context__), e.__cause__, e.__suppress_context__
p(ctx())
def ctx2():
    try:
        try: 1 // 0
        except ZeroDivisionError: raise KeyError("second") from None
    except KeyError as e:
        return repr(e.__context__), e.__cause__, e.__suppress_context__
p(ctx2())
def reraise():
    try:
        try: raise ValueError("x")
        except ValueError:
            p("log")
            raise
    except ValueError as e:
        return "got", e
p(reraise())
def bare(): raise
err(bare)
def name_gone():
    try: raise ValueError(1)
    except ValueError as e: pass
    return e
err(name_gone)
def nested_finally():
    out = []
    for i in range(4):
        try:
            try:
                if i == 0: continue
                if i == 1: raise ValueError(i)
                if i == 3: break
                out.append(("body", i))
            finally:
                out.append(("f1", i))
        except ValueError as e:
            out.append(("caught", i))
        finally:
            out.append(("f2", i))
    else:
        out.append("else")
    return out
p(nested_finally())
def override():
    try: return 1
    finally: return 2
p(override())
def swallow():
    for i in range(3):
        try: raise ValueError
        finally: break
    return i
p(swallow())
def swallow2():
    while True:
        try: return "no"
        finally: break
    return "yes"
p(swallow2())
def cont():
    out = []
    for i in range(3):
        try:
            out.append(i)
            continue
        finally:
            out.append("f")
    return out
p(cont())
def deep():
    try:
        try:
            try: raise KeyError("a")
            finally: raise ValueError("b")
        finally: p("mid")
    except ValueError as e: return repr(e), repr(e.__context__)
p(deep())
def fin_exc():
    try:
        try: return 1
        finally: raise ValueError("in finally")
    except ValueError as e: return str(e)
p(fin_exc())
class MyErr(Exception): pass
class MyErr2(MyErr):
    def __str__(self): return "custom"
err(lambda: (_ for _ in ()).throw(MyErr2(1)))
def r(x): raise x
err(r, MyErr("a", "b")); err(r, MyErr); err(r, 5); err(r, int); err(r, MyErr2()); err(r, KeyError()); err(r, KeyError("a", "b")); err(r, AssertionError("x")); err(r, StopIteration(5)); err(r, NotImplementedError); err(r, OverflowError("o")); err(r, UnicodeError("u")); err(r, LookupError("l")); err(r, IndexError)
def badcause(): raise ValueError from 5
err(badcause)
def badcatch():
    try: 1 // 0
    except 5: pass
err(badcatch)
def asserts(x):
    assert x, "message " + str(x)
    assert x
    return "ok"
p(asserts(1)); err(asserts, 0)
def asserts2(): assert 0
err(asserts2)
p(isinstance(ValueError(), Exception), issubclass(KeyError, LookupError), issubclass(ZeroDivisionError, ArithmeticError), ValueError("a").args, str(ValueError()), str(ValueError(1, 2)), repr(ValueError()), repr(ValueError("x")), issubclass(RecursionError, RuntimeError), issubclass(UnboundLocalError, NameError))
e = ValueError("z"); e.extra = 5; p(e.extra, e.__cause__, e.__context__); e.args = (1, 2); p(e)
def many(n):
    total = 0
    for i in range(n):
        try:
            if i % 3 == 0: raise ValueError(i)
            total += i
        except ValueError as e: total -= e.args[0]
    return total
p(many(100))
def ret_in_handler():
    for i in range(3):
        try: raise ValueError(i)
        except ValueError as e:
            if e.args[0] == 1: return "one"
            continue
p(ret_in_handler())
def handler_raises():
    try:
        try: raise ValueError("a")
        except ValueError as e: raise TypeError("b")
        finally: p("cleanup")
    except TypeError as t: return repr(t), repr(t.__context__)
p(handler_raises())
def state():
    try: raise ValueError("first")
    except ValueError:
        try: raise KeyError("second")
        except KeyError: pass
        try: raise
        except ValueError as e: return repr(e), repr(e.__context__)
p(state())
