"""base64: standard and URL-safe, padding, what is refused."""
import base64
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
    for data in (b'', b'a', b'ab', b'abc', b'\xff\xfe\xfd\xfc', bytes(range(40)), b'hello world' * 5):
        out(base64.b64encode(data))
        out(base64.b64decode(base64.b64encode(data)) == data)
        out(base64.urlsafe_b64encode(data))
        out(base64.standard_b64encode(data))
    out(base64.b64decode('aGk='))
    out(base64.b64decode(b'aGk='))
    out(base64.b64decode('aG k=\n'))
    out(base64.urlsafe_b64decode('__79_A=='))
    out(base64.b64encode(bytearray(b'x')))
    out(base64.b16encode(b'\x01\xff'))
    out(base64.b16decode('01FF'))
    out(base64.b32encode(b'hi'))
    out(base64.b32decode('NBUQ===='))
    tried(lambda: base64.b64encode('text'))
    tried(lambda: base64.b64decode('a'))
    tried(lambda: base64.b64decode('aGk'))
    tried(lambda: base64.b64decode('a===', validate=True))
    tried(lambda: base64.b64decode('a*==', validate=True))
    tried(lambda: base64.b64decode('é'))
    tried(lambda: base64.b64decode(5))
