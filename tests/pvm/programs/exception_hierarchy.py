# Exception hierarchy: what this prints, CPython prints.
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


for e in (ValueError, KeyError, IndexError, ZeroDivisionError, OverflowError, RecursionError, UnicodeDecodeError, StopIteration, AttributeError, NotImplementedError, UnboundLocalError, ModuleNotFoundError, AssertionError, TypeError, NameError):
    p(e.__name__, issubclass(e, Exception), issubclass(e, LookupError), issubclass(e, ArithmeticError), issubclass(e, ValueError), issubclass(e, RuntimeError), issubclass(e, NameError), issubclass(e, ImportError))
class Multi(KeyError, AttributeError): pass
try: raise Multi("m")
except AttributeError as e: p("attr", repr(e), isinstance(e, KeyError), str(e))
def pick(e):
    try: raise e
    except (TypeError, ValueError): return "tv"
    except LookupError: return "lookup"
    except BaseException as x: return type(x).__name__
p(pick(TypeError()), pick(ValueError()), pick(KeyError()), pick(IndexError()), pick(GeneratorExit()), pick(OSError()))
