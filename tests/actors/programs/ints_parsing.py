"""int(): text in many bases, with signs, spaces and underscores, and what it refuses."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def tried(thunk):
    try:
        out(thunk())
    except Exception as e:
        pvm_host.emit_event("out", f"{type(e).__name__}: {e}".encode())


class Program:
    def go(self, payload):
        out(int())
        out(int(5))
        out(int(True))
        out(int('42'))
        out(int('  -17\n'))
        out(int('+8'))
        out(int('1_000_000'))
        out(int('ff', 16))
        out(int('0xff', 16))
        out(int('0XFF', 0))
        out(int('0b101', 0))
        out(int('0o17', 0))
        out(int('z', 36))
        out(int('-0b11', 2))
        out(int('10', 2))
        out(int('777', 8))
        out(int('0', 0))
        out(int('00', 0))
        out(int('1' * 60))
        out(int(b'12'))
        out(int(b' 7 '))
        tried(lambda: int(''))
        tried(lambda: int(' '))
        tried(lambda: int('4 2'))
        tried(lambda: int('0x10'))
        tried(lambda: int('08', 0))
        tried(lambda: int('12a'))
        tried(lambda: int('__1'))
        tried(lambda: int('1__2'))
        tried(lambda: int('1_'))
        tried(lambda: int('9', 8))
        tried(lambda: int('1', 1))
        tried(lambda: int('1', 37))
        tried(lambda: int(None))
        tried(lambda: int([]))
        tried(lambda: int(5, 10))
        tried(lambda: int(b'x'))
        tried(lambda: int('1', base=10))
        tried(lambda: int('--1'))
