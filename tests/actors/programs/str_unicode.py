"""str and bytes: encoding and decoding UTF-8, counting code points."""
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
        for s in ('', 'abc', 'é', '€', '日本語', '😀', 'a\u0301', '\x7f\x80\u07ff\u0800\uffff\U00010000\U0010ffff'):
            out(s.encode())
            out(len(s))
            out(len(s.encode('utf-8')))
            out(s.encode().decode() == s)
            out(s.encode('utf8'))
        out(b'\xe2\x82\xac'.decode())
        out(str(b'abc', 'utf-8'))
        out(bytes('é', 'utf-8'))
        out(bytearray('é', 'utf-8'))
        out(b'abc'.decode('ascii') if False else 'abc')
        tried(lambda: b'\xff'.decode())
        tried(lambda: b'ab\xc3'.decode())
        tried(lambda: b'\xc0\x80'.decode())
        tried(lambda: b'a\xed\xa0\x80'.decode('utf-8'))
        tried(lambda: b'\xf4\x90\x80\x80'.decode())
        tried(lambda: b'x\x80y'.decode('utf-8'))
        tried(lambda: b'\xe2\x28\xa1'.decode())
        tried(lambda: bytes('é'))
        out('é' == 'e\u0301')
        out('ñ' < 'o')
        out(sorted('zàéa'))
        out('日本'.find('本'))
        out('日本'.center(6, '*'))
        out('😀' * 2)
        out('日本'.replace('日', 'x'))
        out('añb'.split('ñ'))
        out('a€b'.partition('€'))
        out('éé'.count('é'))
