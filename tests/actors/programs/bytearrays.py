"""bytearray: everything that changes in place."""
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
    a = bytearray(b'abc')
    out(a)
    out(bytearray())
    out(bytearray(3))
    out(bytearray([1, 2]))
    out(bytearray('é', 'utf-8'))
    out(str(a))
    out(len(a))
    out(a == b'abc')
    a.append(100)
    a.extend(b'ef')
    a.extend([103])
    a.insert(0, 64)
    out(a)
    out(a.pop())
    out(a.pop(0))
    out(a)
    out(a[1])
    out(a[-1])
    out(a[1:3])
    out(bytes(a))
    a[0] = 65
    a[1:3] = b'XYZ'
    a += b'!'
    out(a)
    out(a * 2)
    out(a + b'?')
    out(a.find(b'X'))
    out(a.upper())
    out(a.decode())
    a.remove(33)
    a.reverse()
    del a[0]
    del a[::2]
    out(a)
    a.clear()
    out(a)
    out(bool(a))
    out(bytearray(b'abc').copy())
    out(bytearray(b'a b').split())
    out(bytearray(b'ab').hex())
    tried(lambda: bytearray(b'a').remove(5))
    tried(lambda: bytearray().pop())
    tried(lambda: bytearray(b'a').append(256))
    tried(lambda: bytearray(b'a').append('a'))
    tried(lambda: bytearray(b'a')[5])
    b = bytearray(b'abc')
    try:
        b[0] = 256
    except ValueError as e:
        out(str(e))
    try:
        b[0] = 'a'
    except TypeError as e:
        out(str(e))
    tried(lambda: hash(b))
    tried(lambda: {b: 1})
