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


def go(payload):
    for s in ('', 'abc', 'é', '€', '日本語', '😀', 'a\u0301', '\x7f\x80\u07ff\u0800\uffff\U00010000\U0010ffff'):
        out(s.encode(), len(s), len(s.encode('utf-8')), s.encode().decode() == s, s.encode('utf8'))
    out(b'\xe2\x82\xac'.decode(), str(b'abc', 'utf-8'), bytes('é', 'utf-8'), bytearray('é', 'utf-8'), b'abc'.decode('ascii') if False else 'abc')
    tried(lambda: b'\xff'.decode())
    tried(lambda: b'ab\xc3'.decode())
    tried(lambda: b'\xc0\x80'.decode())
    tried(lambda: b'a\xed\xa0\x80'.decode('utf-8'))
    tried(lambda: b'\xf4\x90\x80\x80'.decode())
    tried(lambda: b'x\x80y'.decode('utf-8'))
    tried(lambda: b'\xe2\x28\xa1'.decode())
    tried(lambda: bytes('é'))
    out('ß'.upper(), 'İ'.lower() == 'i\u0307', 'é' == 'e\u0301', 'ñ' < 'o', sorted('zàéa'))
    out('日本'.find('本'), '日本'.center(6, '*'), '😀' * 2, '日本'.replace('日', 'x'), 'añb'.split('ñ'), 'a€b'.partition('€'), 'éé'.count('é'))
