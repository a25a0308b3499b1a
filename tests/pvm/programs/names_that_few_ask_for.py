# Names of base64, enum and typing that stand in modules of their own until they are asked for.
import base64
import enum
import typing
from base64 import a85decode, a85encode, b32hexdecode, b32hexencode, b85decode, b85encode, decodebytes, encodebytes
from enum import CONTINUOUS, NAMED_FLAGS, UNIQUE, Enum, EnumCheck, Flag, IntEnum, auto, verify

import pvm_host


def say(*values):
    pvm_host.emit_event("say", " ".join([str(v) for v in values]).encode())


def tried(f, *args, **named):
    try:
        say(repr(f(*args, **named)))
    except Exception as e:
        say(type(e).__name__, e)


DATA = [bytes(range(n)) for n in range(9)] + [b"\0" * n for n in range(1, 10)] + [b" " * 9, b"ab  " + bytes(4) + b"xyz", bytes(range(256))]
for data in DATA:
    for pad in (False, True):
        say(b85encode(data, pad), a85encode(data, pad=pad))
        assert b85decode(b85encode(data, pad))[:len(data)] == data and a85decode(a85encode(data, pad=pad))[:len(data)] == data
    for wrap in (0, 1, 2, 3, 7, 40):
        for adobe in (False, True):
            coded = a85encode(data, wrapcol=wrap, adobe=adobe, foldspaces=wrap > 2)
            say(coded)
            assert a85decode(coded, adobe=adobe, foldspaces=wrap > 2) == data
    say(b32hexencode(data), encodebytes(data))
    assert b32hexdecode(b32hexencode(data)) == data and decodebytes(encodebytes(data)) == data
    assert b32hexdecode(b32hexencode(data).lower(), True) == data

for text in ("zz", "z!", "!z", "y", "+ab", "s8W-!", "uuuuu", "s8W-", "s8W-\"", "!!", " ! !\n!", "v", "<~", "~>", "<~z~>", "abc~>", "é", "~"):
    for each in (text, text.encode()):
        tried(a85decode, each)
        tried(a85decode, each, adobe=True)
        tried(a85decode, each, foldspaces=True)
        tried(a85decode, each, ignorechars=b"!")
        tried(b85decode, each)
for text in ("00000", "|NsC0", "|NsC1", "~~~~~", "~", "0", "000000000\"", "0000 ", "{{{{{", "0:", b"\xff"):
    tried(b85decode, text)
for text in ("", "0", "00======", "00=====", "VV======", "WW======", "vv======", "0A======", "0000000=", "000=====", "=======0", b"\xff" * 8,
             "\x80" * 8, "0000\0000", "01234567" * 3):
    tried(b32hexdecode, text)
    tried(b32hexdecode, text, casefold=True)
for wrong in (None, 3, [1], object):
    for f in (b85encode, a85encode, b32hexencode, encodebytes, decodebytes, b85decode, a85decode, b32hexdecode):
        try:
            f(wrong)
        except TypeError as e:
            say(type(e).__name__, e)
tried(encodebytes, "text")
tried(decodebytes, b"YWJj\nZGVm\n")
tried(decodebytes, b"YWJ")
say(base64.b85encode(bytearray(b"bytearray")), base64.encodebytes(bytes(60)))


def checked(*checks, **members):
    for base in (Enum, Flag):
        try:
            made = base("Made", members)
            say(verify(*checks)(made) is made)
        except ValueError as e:
            say(e)


for checks in ((UNIQUE,), (CONTINUOUS,), (NAMED_FLAGS,), (UNIQUE, CONTINUOUS, NAMED_FLAGS), ()):
    checked(*checks, a=1, b=2)
    checked(*checks, a=1, b=2, c=2)
    checked(*checks, a=1, b=8)
    checked(*checks, a=1, b=4, c=15)
    checked(*checks, a=1, b=4, c=15, d=6)
    checked(*checks, a=1, b=4, c=7)
    checked(*checks, a=1, b=1 << 12)
    checked(*checks, a=1)
    checked(*checks, a=1, b=500)
tried(verify(UNIQUE), int)


@verify(UNIQUE, CONTINUOUS)
class Color(IntEnum):
    RED = auto()
    GREEN = auto()
    BLUE = auto()


say(list(Color), list(EnumCheck), enum.UNIQUE is UNIQUE, CONTINUOUS, repr(NAMED_FLAGS))
tried(enum.show_flag_values, 0)
tried(enum.show_flag_values, 37)
tried(enum.show_flag_values, Color.BLUE)
tried(enum.show_flag_values, -1)


class Held:
    def __enter__(self):
        return self

    def __exit__(self, *why):
        return None


class Later:
    def __aiter__(self):
        return self

    def __anext__(self):
        return self

    def __await__(self):
        return iter(())


for kind in (typing.ContextManager, typing.AsyncContextManager, typing.Awaitable, typing.Coroutine, typing.AsyncIterable,
             typing.AsyncIterator, typing.AsyncGenerator):
    say([isinstance(value, kind) for value in (Held(), Later(), 1, [], iter([]), (i for i in ()))], repr(kind))
say(typing.ChainMap({1: 2}, {3: 4})[3], isinstance("", typing.SupportsFloat), isinstance([], typing.SupportsComplex))
ref = typing.ForwardRef("int")
say(ref, ref == typing.ForwardRef("int"), ref == typing.ForwardRef("str"), hash(ref) == hash(typing.ForwardRef("int")), ref.__forward_arg__)
tried(typing.ForwardRef, 3)
P = typing.ParamSpec("P")
say(P.args, P.kwargs, P.args.__origin__ is P, P.args == P.args, P.args == P.kwargs)
