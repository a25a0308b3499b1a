"""bool is an integer, and everything has a truth value."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def go(payload):
    out(True + True, True * 5, -True, +False, True == 1, False == 0, True is True, isinstance(True, int))
    out(bool(0), bool(-1), bool(''), bool(' '), bool(b''), bool([]), bool([0]), bool({}), bool({0: 0}), bool(()), bool((0,)), bool(None))
    out(True and 0, 0 or 'x', not 0, not 'a', 1 and 2 and 3, 0 or None or [], '' and 1 / 1)
    out([True, False][True], 'ab'[False], {1: 'a'}[True], {True: 'x', 1: 'y'})
    out(str(True), repr(False), int(True), f'{True}', f'{True:d}', f'{True:5}', '%d' % True, '%s' % False)
    out(True < 2, True >= False, max(True, 2), sum([True, True, False]), sorted([True, 0, 2, False]))
    out(1 < 2 < 3, 1 < 3 < 2, 3 > 2 > 1 != 0, 1 == int(1) == True)
    out(bool(range(0)), bool(range(1)), bool(lambda: 0), True.bit_length(), True.__class__.__name__)
