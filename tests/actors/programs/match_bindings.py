"""match: what is bound when, guards, scopes, control flow out of cases."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def tried(thunk):
    try:
        out(thunk())
    except Exception as e:
        pvm_host.emit_event("out", f"{type(e).__name__}: {e}".encode())


LOG = []


class Loud:
    def __init__(self, name):
        self.name = name

    def __eq__(self, other):
        LOG.append((self.name, other))
        return False


class Values:
    a = Loud("a")
    b = Loud("b")
    one = 1


def unbound():
    match [1, 2]:
        case [x, 3]:
            return "never"
        case [y, 2]:
            out(y)
    return x


def keeps():
    x = "before"
    match [1, 2]:
        case [x, 3]:
            pass
    return x


def guard_binds():
    match 5:
        case n if n > 9:
            return "never"
        case _:
            return n


def alias():
    match [1, [2, 3]]:
        case [a, [b, *c] as inner] as whole:
            return a, b, c, inner, whole


def either(v):
    match v:
        case [a, "x", b] | {"b": b, "a": a} | (str(a) as b):
            return a, b
        case (("l", x) | ("r", _, x)), ((y, "l") | (y, _, "r")):
            return x, y
    return None


def swapped(v):
    match v:
        case (1, a, b) | (b, a):
            return a, b


def reuse(v):
    match v:
        case [a, b]:
            match b:
                case [c, d]:
                    match d:
                        case {"e": e}:
                            return a, b, c, d, e
                        case _:
                            out((a, b, c, d))
                case _:
                    out((a, b))
        case _:
            out("outer")
    match v:
        case [a, _]:
            return a


def loops():
    seen = []
    for v in range(6):
        match v:
            case 0:
                continue
            case 4:
                break
            case n:
                try:
                    match n:
                        case 2:
                            continue
                        case 3 if seen:
                            seen.append("three")
                finally:
                    seen.append(n)
    else:
        seen.append("else")
    return seen


def closure():
    fs = []
    for v in [(1, 2), (3, 4)]:
        match v:
            case (a, b):
                fs.append(lambda: (a, b))
    return [f() for f in fs]


def outer_name():
    x = 0

    def inner(v):
        nonlocal x
        match v:
            case {"x": x}:
                pass
    inner({"x": 7})
    return x


def walk():
    for v in [1, "a", [2, 3], None]:
        match v:
            case int() if (yield "guard"):
                yield "int"
            case int():
                yield "declined"
            case [x, y]:
                got = yield x
                yield got, y
            case str(s):
                yield s
            case _:
                return


class Body:
    match (1, {"k": 2}):
        case (first, {"k": second, **others}):
            third = first + second
    match third:
        case 4:
            never = 1


total = 0
match [1, 2, 3]:
    case [head, *tail]:
        total = head + sum(tail)


def globals_bound():
    global from_function
    match 9:
        case from_function:
            pass


def subject_walrus():
    match (n := 4), n + 1:
        case a, b:
            return n, a, b


def recursive(tree):
    match tree:
        case ("+", a, b):
            return recursive(a) + recursive(b)
        case ("*", a, b):
            return recursive(a) * recursive(b)
        case ("-", a):
            return -recursive(a)
        case int(n):
            return n
        case _:
            raise ValueError(f"no tree: {tree!r}")


def match(case):
    match case:
        case match:
            return match


def go(payload):
    tried(unbound)
    out(keeps())
    out(guard_binds())
    out(alias())
    for v in ([1, "x", 2], {"a": 1, "b": 2}, "s", (("l", 1), (2, "l")), (("r", 0, 1), (2, 0, "r")), (("l", 1), (2, 0, "l")), 5):
        out(either(v))
    out(swapped((1, 2, 3)), swapped((4, 5)), swapped((1, 2)))
    for v in ([1, [2, {"e": 3}]], [1, [2, 3]], [1, 2], 1):
        out(reuse(v))
    out(loops())
    out(closure())
    out(outer_name())
    w = walk()
    out([next(w), w.send(False), next(w), w.send("sent")])
    out(list(w))
    out(Body.first, Body.second, Body.others, Body.third, hasattr(Body, "never"))
    out(total, head, tail)
    globals_bound()
    out(from_function)
    out(subject_walrus())
    out(recursive(("+", 2, ("*", 3, ("-", 4)))))
    tried(lambda: recursive(("?", 1)))
    out(match("soft"))
    match 1:
        case Values.a | Values.b | Values.one:
            out("one")
    match [1, 2]:
        case [Values.one, Values.a] | [Values.b, _]:
            out("never")
    out(LOG)
    print = [v for v in range(3) if [x for x in [v] if x]]
    match print:
        case [1, 2]:
            out(_ := "underscore")
