"""dict: keys of all hashable kinds, equal numbers, big keys."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def go(payload):
    d = {}
    for key in (0, False, '', b'', (), None, 1, True, '1', b'1', (1,), ((1,), 2), 2**64, 2**64 + 1, -1, -2, 2**61 - 1, 'é', frozenset([1])):
        d[key] = repr(key)
    out(len(d))
    out(d[0])
    out(d[False])
    out(d[1])
    out(d[2**64])
    out(d[-1])
    out(d[-2])
    out(d[('1',)] if ('1',) in d else None)
    out(d[((1,), 2)])
    out(d[frozenset({1})])
    out([d[k] for k in (2**61 - 1, 0, 2**64 + 1, None, b'', '')])
    out(2**64 in d)
    out(2**65 in d)
    out(b'1' in d)
    out('1' in d)
    out((1, 2) in d)
    out((True,) in d)
    text = {str(i): i for i in range(300)}
    out(sum(text[str(i)] for i in range(300)))
    out(len(text))
    out('300' in text)
    colliding = {i * 2**61: i for i in range(50)}
    out(len(colliding))
    out(colliding[49 * 2**61])
    out(sum(colliding.values()))
