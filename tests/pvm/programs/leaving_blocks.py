# What is undone on the way out of with and try, and what is being handled afterwards. What this prints, CPython prints.
import pvm_host


def print(*a):
    pvm_host.emit_event("p", " ".join([str(x) for x in a]).encode())


class Leaves:
    def __init__(self, what): self.what = what
    def __enter__(self): return self
    def __exit__(self, *raised):
        if isinstance(self.what, type): raise self.what("left")
        return self.what


class Untrue:
    def __bool__(self): raise KeyError("truth")


class NoBool:
    def __bool__(self): return 3


def nothing_handled():
    try: raise
    except RuntimeError as e: print("nothing handled:", e, repr(e.__context__))
    except BaseException as e: print("stale", repr(e))


def failing(what):
    try:
        with Leaves(what): raise ValueError("within")
    except (KeyError, TypeError) as e: print(repr(e), repr(e.__context__))
    nothing_handled()
    try:
        raise OSError("outer")
    except OSError:
        try:
            with Leaves(1), Leaves(what): raise ValueError("within")
            print("suppressed")
            with Leaves(what), Leaves(0): raise ValueError("within")
        except (KeyError, TypeError) as e: print(repr(e), repr(e.__context__), repr(e.__context__.__context__))
        try: raise
        except OSError as e: print("still", e)
    nothing_handled()


for what in (KeyError, Untrue(), NoBool()): failing(what)


def exits(n):
    done = []
    for i in range(4):
        for k in range(3):
            try:
                if n == i + k: continue
                if n == i + k + 1: break
                if n == i + k + 2: return (n, done)
                if n == 7: raise IndexError(n)
                done.append((i, k))
            finally:
                done.append(n)
                if n == 5: continue
        else:
            done.append("else")
    return done


def outer(n):
    for i in range(3):
        try:
            with Leaves(0):
                try:
                    if n == 0: return "a"
                    if n == 1: continue
                    if n == 2: break
                    if n == 3: return "b" + str(i)
                    if n == 4 and i: break
                finally: print("inner", n, i)
        finally: print("outer", n, i)
    else: return "through"
    return "broken"


for n in range(8):
    try: print(exits(n))
    except IndexError as e: print(repr(e))
    print(outer(n))
