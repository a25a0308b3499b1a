"""Arguments that are too large for what they count."""
import base64
import pvm_host

B = 2 ** 70


def tried(function):
    try:
        said = repr(function())
    except Exception as e:
        said = type(e).__name__ + ": " + str(e)
    pvm_host.emit_event("out", said.encode())


tried(lambda: 'a'.ljust(B))
tried(lambda: 'a'.zfill(B))
tried(lambda: 'a'.center(B))
tried(lambda: b'a'.ljust(B))
tried(lambda: b'a'.zfill(B))
tried(lambda: b'a'.center(-B))
tried(lambda: b'a b'.split(b' ',B))
tried(lambda: b'a'.replace(b'a',b'b',B))
tried(lambda: bytearray(b'a').pop(B))
tried(lambda: bytearray(b'a').insert(B,5))
tried(lambda: [1].pop(B))
tried(lambda: [1].insert(B,2))
tried(lambda: [1].pop(-B))
tried(lambda: b'a'.splitlines(2**40))
tried(lambda: 'a'.splitlines(2**40))
tried(lambda: 'a b'.split(' ',B))
tried(lambda: 'a'.replace('a','b',-B))
tried(lambda: b'a b'.rsplit(b' ',-B))
tried(lambda: 'a'.ljust('x'))
tried(lambda: b'a'.hex(':', 2**40))
tried(lambda: 'a'.expandtabs(2**40))
tried(lambda: [1]*B)
tried(lambda: (1,)*B)
tried(lambda: 'a'*B)
tried(lambda: [1][B])
tried(lambda: 'a'[B])
tried(lambda: (1,)[B])
tried(lambda: range(5)[B])
tried(lambda: [1].index(1,B))
tried(lambda: 'abc'.find('a',B))
tried(lambda: b'ab'[B])
tried(lambda: base64.b64decode(b'YQ==', validate=2))
tried(lambda: base64.b64decode(b'Y Q==', validate=0))
tried(lambda: base64.b64decode(b'YQ==', validate='yes'))
tried(lambda: base64.b64decode(b'YQ==', validate=None))
tried(lambda: base64.b64decode(b'YQ==', None, B))
