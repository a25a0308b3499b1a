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


class Program:
    def go(self, payload):
        a = bytearray(b'abc')
        out(a, bytearray(), bytearray(3), bytearray([1, 2]), bytearray('é', 'utf-8'), str(a), len(a), a == b'abc')
        a.append(100)
        a.extend(b'ef')
        a.extend([103])
        a.insert(0, 64)
        out(a, a.pop(), a.pop(0), a, a[1], a[-1], a[1:3], bytes(a))
        a[0] = 65
        a[1:3] = b'XYZ'
        a += b'!'
        out(a, a * 2, a + b'?', a.find(b'X'), a.upper(), a.decode())
        a.remove(33)
        a.reverse()
        del a[0]
        del a[::2]
        out(a)
        a.clear()
        out(a, bool(a), bytearray(b'abc').copy(), bytearray(b'a b').split(), bytearray(b'ab').hex())
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
