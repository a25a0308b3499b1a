"""find, rfind, count, split, replace, partition over all short words of two letters."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def go(payload):
    words = ['']
    for _ in range(4):
        words += [w + c for w in words for c in 'ab' if w + c not in words]
    words = sorted(set(words), key=lambda w: (len(w), w))
    text = []
    for hay in words:
        for needle in words[:15]:
            found = (hay.find(needle), hay.rfind(needle), hay.count(needle), needle in hay, hay.startswith(needle), hay.endswith(needle), hay.replace(needle, '-'), hay.find(needle, 1), hay.rfind(needle, 0, 3), hay.replace(needle, 'xy', 1))
            h, n = hay.encode(), needle.encode()
            assert (h.find(n), h.rfind(n), h.count(n), n in h) == found[:4]
            if needle:
                found += (hay.split(needle), hay.rsplit(needle, 1), hay.partition(needle), hay.rpartition(needle), hay.strip(needle), hay.removeprefix(needle))
            text.append(repr(found))
    total = 0
    for c in ''.join(text):
        total = (total * 131 + ord(c)) % (2**61 - 1)
    out(len(words))
    out(total)
    out(text[::61])
