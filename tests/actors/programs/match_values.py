"""match: literals, captures, guards, or-patterns, wildcard."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def kind(v):
    match v:
        case 0:
            return 'zero'
        case 1 | 2 | 3:
            return 'small'
        case int() if v < 0:
            return 'negative'
        case 'a' | 'b' as letter:
            return 'letter ' + letter
        case None | True:
            return 'constant'
        case str(text):
            return 'text ' + text
        case b'x':
            return 'bytes'
        case -5:
            return 'never'
        case _:
            return 'other'


def go(payload):
    for v in (0, 2, -7, 'a', 'zz', None, True, False, b'x', 99, [], 1):
        out(v)
        out(kind(v))
    def no_match(v):
        match v:
            case 5:
                return 'five'
        return 'fell through'
    match = 'still a name'
    case = match + '!'
    out(no_match(5))
    out(no_match(6))
    out(match)
    out(case)
    match (1, 2):
        case x, y:
            out(x + y)
