# Operations that have a short way for common operands, at its edges: powers of words, ranges and bytes from behind,
# blanks beyond ASCII, instances without comparison.
import pvm_host
def emit(x): pvm_host.emit_event("t", repr(x).encode())
for a in (0, 1, -1, 5, -7, 4611686018427387903, -4611686018427387904, 123456789012):
    for b in (0, 1, 2, 3, 63, 64, 1000003, 4611686018427387903):
        for m in (1, 2, 3, 97, 65521, 1000007, 4294967296, 4294967297, 4611686018427387903):
            emit(pow(a, b, m))
for r in (range(10), range(0), range(5, -20, -3), range(10**18, 10**18 + 50, 7), range(-10, 10, 3), range(2**62 - 5, 2**62 + 5), range(10**30, 10**30+3)):
    emit(list(reversed(r)))
emit(list(reversed(b"abc\x00\xff")))
emit(list(reversed("aäb€")))
for s in (" a\u00a0b\u1680c\u2000d\u200ae\u2028f\u2029g\u202fh\u205fi\u3000j \u20ac\u00e4\u2044x\u200b y", "\u20ac\u20ac \u2080", "", "\u3001 \u3000"):
    emit(s.split()); emit(s.split(None, 2)); emit(s.isspace()); emit(s.strip())
class P: pass
p, q = P(), P()
emit((p == q, p == p, p != q, p == 1, 1 == p, p in [1, q, p], [p] == [p], [p] == [q], range(10).count(3)))
try: emit(p < q)
except TypeError as e: emit(str(e))
try: emit(range(3).index(p))
except ValueError as e: emit("ValueError")
for a in (0, 1, -1, 2, -2, 3, 7, 10, -46341, 2097152, 3037000499, 4611686018427387903):
    for b in (0, 1, 2, 3, 5, 18, 31, 61, 62, 63, 64):
        emit(a ** b)
for a in (1, 3, -5, 2 ** 70 + 1):
    for m in (2, 7, 2 ** 61, 2 ** 100):
        try: emit(pow(a, -3, m))
        except ValueError: emit("no inverse")
