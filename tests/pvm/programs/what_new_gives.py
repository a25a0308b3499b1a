"""Which __init__ is called is said by the class of what __new__ gave, whichever class was called."""
import pvm_host


def out(value):
    pvm_host.emit_event("out", (value if isinstance(value, str) else repr(value)).encode())


class Account:
    def __new__(cls, kind, *rest):
        return object.__new__(KINDS[kind] if cls is Account else cls)


class Savings(Account):
    def __init__(self, kind, rate=3):
        self.rate = rate


class Plain(Account):
    pass


class Odd:
    def __init__(self, *args):
        self.odd = args


KINDS = {"savings": Savings, "plain": Plain, "odd": Odd}
out(Account("savings", 5).__dict__)
out(Account("savings").__dict__)
out(Account("plain").__dict__)
out(type(Account("odd", 1)).__name__)
out(hasattr(Account("odd", 1), "odd"))
out(Savings("savings").rate)


# Metaclasses: the one that makes the class may derive from the one that was called.
log = []


class Registry(type):
    def __init__(cls, name, bases, ns, **keywords):
        log.append(("Registry.__init__", name, sorted(keywords)))
        super().__init__(name, bases, ns)


class Base(metaclass=Registry):
    pass


Dynamic = type("Dynamic", (Base,), {"x": 1})
out((type(Dynamic).__name__, log))
log.clear()


class Made(Registry):
    def __new__(meta, name, bases, ns, **keywords):
        log.append(("Made.__new__", name))
        return super().__new__(meta, name, bases, ns)

    def __init__(cls, name, bases, ns, **keywords):
        log.append(("Made.__init__", name))
        super().__init__(name, bases, ns)


class Other(metaclass=Made):
    pass


out(log)
log.clear()
for meta in (type, Registry, Made):
    made = meta("X", (Other,), {})
    out((meta.__name__, type(made).__name__, log))
    log.clear()
out((type(5), type(Other).__name__, type(Made), type(made()).__name__))
out(log)


class Number(int):
    def __new__(cls, n):
        return int.__new__(Big if n > 9 else Number, n)


class Big(Number):
    def __init__(self, n):
        self.seen = n


out((Number(5), type(Number(12)).__name__, Number(12).seen, Number(12) + 1))


class Failed(Exception):
    def __new__(cls, *args):
        return Exception.__new__(Refused if args and args[0] == "no" else cls, *args)


class Refused(Failed):
    def __init__(self, *args):
        super().__init__("refused", *args)


out((repr(Failed("yes")), repr(Failed("no")), Failed("no").args))
