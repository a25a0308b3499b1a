"""Every slice of a short sequence, read, assigned and deleted, for list, str, bytes, tuple, range."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


class Program:
    def go(self, payload):
        edges = [None, -6, -5, -3, -1, 0, 1, 2, 4, 5, 7]
        log = []
        for start in edges:
            for stop in edges:
                for step in (None, 1, 2, 3, -1, -2, -4):
                    l, s, b, t, r = [0, 1, 2, 3, 4], 'abcde', b'abcde', (0, 1, 2, 3, 4), range(5)
                    cut = l[start:stop:step]
                    assert list(t[start:stop:step]) == cut == list(r[start:stop:step]), (start, stop, step)
                    assert [ord(c) - 97 for c in s[start:stop:step]] == cut == [c - 97 for c in b[start:stop:step]]
                    d = l[:]
                    del d[start:stop:step]
                    a = l[:]
                    a[start:stop:step] = ['x'] * len(cut)
                    log.append(f'{cut}{d}{a}')
        out(len(log))
        out(log[::97])
        total = 0
        for i, c in enumerate(''.join(log)):
            total = (total * 31 + ord(c)) % (2**61 - 1)
        out(total)
