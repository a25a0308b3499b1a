# Special methods of builtin values that programs ask for by name before they call them.
import pvm_host
import typing


def emit(*values):
    pvm_host.emit_event("t", " | ".join([str(v) for v in values]).encode())


class Tag:
    def __init__(self, name):
        self.name = name

    def __bytes__(self):
        return b"tag:" + self.name.encode()


class Raw(bytes):
    pass


class Marked(bytes):
    def __bytes__(self):
        return b"marked"


def encoded(value):
    if hasattr(value, "__bytes__"):
        return value.__bytes__()
    if isinstance(value, int):
        return value.to_bytes((value.bit_length() + 7) // 8 or 1, "big")
    return str(value).encode()


for value in (b"as they are", b"", Raw(b"raw"), Marked(b"m"), Tag("t"), 258, "text", bytearray(b"array")):
    emit(type(value).__name__, encoded(value), isinstance(value, typing.SupportsBytes), issubclass(type(value), typing.SupportsBytes))
plain = b"plain"
emit(type(Raw(b"r").__bytes__()).__name__, plain.__bytes__() is plain, bytes.__bytes__(b"q"), bytes.__bytes__(Raw(b"q")))
emit(bytes(Raw(b"r")), type(bytes(Raw(b"r"))).__name__, bytes(Marked(b"r")), bytearray(Marked(b"r")), int.from_bytes(Marked(b"r"), "big"))
emit(b"%b" % Raw(b"r"), b"%b" % Marked(b"r"), b"%b" % Tag("x"), b"".join([Raw(b"a"), Marked(b"b")]))
emit(hasattr(bytearray(), "__bytes__"), hasattr("", "__bytes__"), hasattr(1, "__bytes__"), hasattr(bytes, "__bytes__"))
for wrong in (lambda: bytes.__bytes__(1), lambda: bytes.__bytes__(), lambda: b"".__bytes__(1)):
    try:
        emit(wrong())
    except TypeError as e:
        emit("TypeError")
emit(range(0).__bool__(), range(3).__bool__(), hasattr([], "__bool__"), hasattr("", "__bool__"), None.__bool__(), (5).__bool__())


class Odd(bytes):
    def __bytes__(self):
        return super().__bytes__() + b"!"


emit(bytes(Odd(b"odd")), Odd(b"odd").__bytes__())
