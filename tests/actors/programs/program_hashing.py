"""Integer mixing by hand: crc32, adler32, fnv, xorshift, base conversion."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def crc32(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0xEDB88320 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def adler(data):
    a, b = 1, 0
    for byte in data:
        a = (a + byte) % 65521
        b = (b + a) % 65521
    return b << 16 | a


def fnv(data):
    h = 0xcbf29ce484222325
    for byte in data:
        h = (h ^ byte) * 0x100000001b3 & 0xFFFFFFFFFFFFFFFF
    return h


def xorshift(seed):
    while True:
        seed ^= seed << 13 & 0xFFFFFFFFFFFFFFFF
        seed ^= seed >> 7
        seed ^= seed << 17 & 0xFFFFFFFFFFFFFFFF
        yield seed


def in_base(n, base, digits='0123456789abcdefghijklmnopqrstuvwxyz'):
    text = ''
    while n:
        n, d = divmod(n, base)
        text = digits[d] + text
    return text or '0'


def go(payload):
    out(hex(crc32(b'123456789')))
    out(crc32(b''))
    out(adler(b'Wikipedia'))
    out(hex(fnv(b'hello')))
    out([in_base(10**20, b) for b in (2, 7, 16, 36)])
    out(all(int(in_base(n, b), b) == n for n in (0, 1, 999, 2**70) for b in (2, 3, 35, 36)))
    it = xorshift(88172645463325252)
    out([next(it) for _ in range(5)])
    out(payload)
    out(payload.decode())
    out(len(payload))
