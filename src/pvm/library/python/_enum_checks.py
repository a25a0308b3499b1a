# verify of enum, and what it may be asked to check.
from enum import Enum, Flag, StrEnum

__all__ = ['CONTINUOUS', 'EnumCheck', 'NAMED_FLAGS', 'UNIQUE', 'show_flag_values', 'verify']

class EnumCheck(StrEnum):
    """various conditions to check an enumeration for"""
    CONTINUOUS = 'no skipped integer values'
    NAMED_FLAGS = 'multi-flag aliases may not contain unnamed flags'
    UNIQUE = 'one name per value'

CONTINUOUS = EnumCheck.CONTINUOUS
NAMED_FLAGS = EnumCheck.NAMED_FLAGS
UNIQUE = EnumCheck.UNIQUE

def show_flag_values(value):
    bits = value.value if isinstance(value, Enum) else value
    if bits < 0:
        raise ValueError('%r is not a positive integer' % (value,))
    found = []
    while bits:
        found.append(bits & -bits)
        bits &= bits - 1
    return found

# The values between the lowest and the highest that no member has; of flags only powers of two are counted.
def _gaps(enumeration, flags):
    values = set([member.value for member in enumeration])
    if len(values) < 2:
        return
    low, high = min(values), max(values)
    if flags:
        for bit in range(low.bit_length(), high.bit_length() - 1):
            if 1 << bit not in values:
                yield 1 << bit
    else:
        for value in range(low + 1, high):
            if value not in values:
                yield value

def _check_continuous(enumeration, flags):
    text = ''
    for value in _gaps(enumeration, flags):
        text += ', ' + str(value) if text else str(value)
        if len(text) > 256:  # what is shown
            break
    if text:
        kind = 'flag' if flags else 'enum'
        raise ValueError(('invalid %s %r: missing values %s' % (kind, enumeration.__name__, text))[:256])

def _check_unique(enumeration):
    twice = ['%s -> %s' % (name, member.name) for name, member in enumeration.__members__.items() if name != member.name]
    if twice:
        raise ValueError('aliases found in %r: %s' % (enumeration, ', '.join(twice)))

def _check_named(enumeration):
    known = [member.value for member in enumeration]
    names, bits = [], 0
    for name, member in enumeration.__members__.items():
        if name in enumeration._member_names_ or member.value < 0:
            continue
        unnamed = [bit for bit in show_flag_values(member.value) if bit not in known]
        if unnamed:
            names.append(name)
            bits |= sum(unnamed)
    if not names:
        return
    if len(names) == 1:
        said = 'alias %s is missing' % names[0]
    else:
        said = 'aliases %s and %s are missing' % (', '.join(names[:-1]), names[-1])
    value = 'combined values of 0x%x' % bits if bits & (bits - 1) else 'value 0x%x' % bits
    raise ValueError('invalid Flag %r: %s %s [use enum.show_flag_values(value) for details]' % (enumeration.__name__, said, value))

class verify:
    """Check an enumeration for various constraints. (see EnumCheck)"""
    def __init__(self, *checks):
        self.checks = checks

    def __call__(self, enumeration):
        flags = issubclass(enumeration, Flag)
        if not flags and not issubclass(enumeration, Enum):
            raise TypeError("the 'verify' decorator only works with Enum and Flag")
        for check in self.checks:
            if check is UNIQUE:
                _check_unique(enumeration)
            elif check is CONTINUOUS:
                _check_continuous(enumeration, flags)
            elif check is NAMED_FLAGS:
                _check_named(enumeration)
        return enumeration
