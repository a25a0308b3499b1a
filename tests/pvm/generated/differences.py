"""Intended differences from CPython: limits and refusals of the VM, each with its reason and a program that shows it."""
import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Stated:
    name: str
    reason: str
    cpython: str      # found in CPython's line
    vm: str           # found in the VM's
    program: str      # behind what every generated program begins with
    goes_on: bool = False  # CPython's line is one more, and the comparison goes on behind it


STATED = [
    Stated("integers", "integers have at most 4,096 bits; sides.py makes CPython's end there too where it can",
           "", "^'OverflowError' 'integer is wider than 4096 bits'", "x = [1 << 4095]\ndef f():\n    x[0] += x[0]\n    return len(x)\nguard(f)"),
    Stated("frames", "256 Python frames; CPython is given a few less", "^'RecursionError' ", "",
           "def deeper(n):\n    return n and deeper(n - 1)\nguard(lambda: deeper(244))"),
    Stated("floats", "there is no floating point: where CPython makes a float and goes on with it, the operation is refused",
           "", r"^'(Type|Value)Error' '.*floats are not available|TypeError\('floats are",
           "guard(lambda: 7 / 2)"),
    Stated("negative power of zero", "it is found before the refusal of floats",
           "^'ZeroDivisionError' '0.0 cannot be raised to a negative power'", "^'ZeroDivisionError' ", "guard(lambda: 0 ** -1)"),
    Stated("encodings", "UTF-8 and ASCII", "", "^'LookupError' 'unknown encoding: latin-1'", "guard(lambda: b'a'.decode('latin-1'))"),
    Stated("surrogates", "text is UTF-8, in which there are none",
           "", "surrogates are not allowed", "guard(lambda: len(chr(0xd800)))"),
    Stated("counts of arguments", "library modules are written in Python and complain as Python functions do",
           r"TypeError\b.*\bargument", r"\bTypeError\b.*\(\) (takes \S+.* positional argument|missing \d+ required|got an unexpected|got multiple values)",
           "guard(lambda: operator.neg(1, 2))"),
    Stated("memoryview", "bytes and bytearray are what there is", "", "REFUSED .*'memoryview'", 
           "guard(lambda: memoryview(b'a'))"),
    Stated("vars and dir", "__dict__ is there", "", "REFUSED .*'(vars|dir)'", "guard(lambda: vars(Managed(1)))"),
    Stated("annotations", "within match and except*, CPython 3.11 forgets to make the dict of the module's, and fails",
           r"\bNameError\b.*\"name '__annotations__' is not defined\"", "",
           "match 1:\n    case 1:\n        try:\n            x: int = 1\n            show(x)\n        except Exception as e:\n            failed(e)"),
    Stated("dictionaries of builtin classes", "they list what is built", r"mappingproxy\(\{|^\{'__", r"mappingproxy\(\{|^\{'__",
           "show(list.__dict__)"),
    Stated("order of complaints", "what stands behind a star is looked at before what is behind it",
           r"^'\w+Error' ", r"^'TypeError' .*(argument after \* must be an iterable|got multiple values for keyword)", "guard(lambda: len(*3, **nothing))"),
    Stated("flags of 3.11.2", "enum is that of 3.11.4 on, where a flag that names no single bit refuses or lists other values",
           r"\[\]|\(\[", r"\[None\]|^'ValueError' \"<flag '\w+'> invalid value \d+\\n", "class F(enum.Flag):\n    A = 0\nguard(lambda: list(F(5)))"),
    Stated("documentation of builtins", "it is not kept", "^False$", "^True$", "show(len.__doc__ is None)"),
    Stated("dropped generators", "nothing is freed before an execution ends: what is dropped is not closed, and all else is the same",
           "^'closed'$", "", "def g():\n    try:\n        yield\n    finally:\n        show('closed')\nguard(lambda: next(g()))", goes_on=True),
    Stated("frames of generators", "what leads to frames is not there", "", "no attribute 'gi_",
           "def g():\n    yield\nguard(lambda: g().gi_code.co_name)"),
]


def stated(cpython, vm):
    """The difference between these lines, if it is meant."""
    for entry in STATED:
        if re.search(entry.cpython, cpython) and re.search(entry.vm, vm):
            return entry
    return None
