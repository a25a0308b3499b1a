# Strict readers for the values of a trace: numbers, amounts, bytes, addresses, ids, heights.
from errors import TraceError
from state import U64, U128, checked


def number(value, what="number", maximum=U64):
    if isinstance(value, str) and value.isascii() and value.isdigit():
        value = int(value)
    return checked(value, maximum, what)


def amount(value, what="amount"):
    if not isinstance(value, str) or not value.isascii() or not value.isdigit():
        raise TraceError("%s is not a decimal string: %r" % (what, value))
    return checked(int(value), U128, what)


def data(value, what="bytes"):
    if not isinstance(value, str):
        raise TraceError("%s is not a string: %r" % (what, value))
    if not value.startswith("0x"):
        try:
            return value.encode("utf-8")
        except UnicodeEncodeError:
            raise TraceError("%s is not UTF-8" % what) from None
    try:
        if any(c in " \t\n\r\f\v" for c in value):
            raise ValueError
        return bytes.fromhex(value[2:])
    except ValueError:
        raise TraceError("%s is not hex: %r" % (what, value)) from None


def address(value, what="address"):
    if not isinstance(value, str) or not value.startswith("0x"):
        raise TraceError("%s is not hex: %r" % (what, value))
    result = data(value, what)
    if len(result) != 20:
        raise TraceError("%s has %d bytes, not 20" % (what, len(result)))
    return result


def hash32(value, what="hash"):
    if not isinstance(value, str) or not value.startswith("0x"):
        raise TraceError("%s is not hex: %r" % (what, value))
    result = data(value, what)
    if len(result) != 32:
        raise TraceError("%s has %d bytes, not 32" % (what, len(result)))
    return result


def text(value, what="text"):
    if not isinstance(value, str):
        raise TraceError("%s is not a string: %r" % (what, value))
    return value


def timer_id(value):
    """A label stays text, an id becomes bytes."""
    return data(value, "id") if text(value, "id").startswith("0x") else value


def height(value, what="height"):
    """An absolute height, or ("+", n)."""
    if isinstance(value, str) and value.startswith("+"):
        return "+", number(value[1:], what)
    return number(value, what)


def pair(value, what):
    return items(value, 2, what)


def items(value, count, what):
    """A list of that many entries, or of any number if count is None."""
    if not isinstance(value, list) or count not in (None, len(value)):
        raise TraceError("%s is not a list of %s: %r" % (what, count or "entries", value))
    return value


def fields(value, readers, what, needed=()):
    """An object whose members are read by name; what is absent or null stays absent."""
    if not isinstance(value, dict):
        raise TraceError("%s is not an object: %r" % (what, value))
    for name in value:
        if name not in readers:
            raise TraceError("unknown key %r in %s" % (name, what))
    result = {name: readers[name](member) for name, member in value.items() if member is not None}
    for name in needed:
        if name not in result:
            raise TraceError("%s without %r" % (what, name))
    return result
