"""What modules import and the VM does not have, where little of it is needed: both sides get the same."""

STAND_INS = (
    "def GenericAlias(cls, item=None):\n    return cls",
    "def MethodType(function, of):\n    return functools_partial(function, of)",
    "from functools import partial as functools_partial",
    "def identity_of(value):\n    return 0",
    "def get_ident():\n    return 0",
    "def dedent(text):\n    return text",
    "hexversion = 0x030b0000",
    "maxsize = 2 ** 63 - 1",
    "PY2 = False",
    "__doc__ = None",
    "def abstractmethod(function):\n    return function",
    "GMPY = GMPY2 = False",
    "integer_types = (int,)",
    "def int_to_bytes(value, length, byteorder):\n    return value.to_bytes(length, byteorder)",
    "def bytes_to_int(data, byteorder):\n    return int.from_bytes(data, byteorder)",
    "def bit_length(value):\n    return value.bit_length()",
    "def python_2_unicode_compatible(cls):\n    return cls",
    "class sys:\n    maxsize = 2 ** 63 - 1\n    hexversion = 0x030b0000\n    @staticmethod\n    def exc_info():\n        return (None, None, None)",
    "class warnings:\n    @staticmethod\n    def warn(*of, **named):\n        pass",
    "class abc:\n    class ABC:\n        pass\n    @staticmethod\n    def abstractmethod(function):\n        return function",
    "class Sequence:\n    def __iter__(self):\n        at = 0\n        try:\n            while True:\n                yield self[at]\n"
    "                at += 1\n        except IndexError:\n            return",
    "class MutableSequence(Sequence):\n    pass",
    "class Mapping:\n    pass",
    "class _collections_abc:\n    @staticmethod\n    def _check_methods(cls, *methods):\n        return NotImplemented\n"
    "    class MutableMapping:\n        pass",
)
