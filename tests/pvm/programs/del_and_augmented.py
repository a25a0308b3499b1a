# Del and augmented: what this prints, CPython prints.
import pvm_host


def p(*a):
    pvm_host.emit_event("p", " ".join([str(x) for x in a]).encode())


def err(f, *a, **k):
    try:
        r = f(*a, **k)
    except Exception as e:
        p(type(e).__name__, e)
    else:
        p("no error", repr(r))


a = 5; del a
err(lambda: a)
d = {"k": [1, 2, 3]}; del d["k"][0]; p(d); d["k"][0] += 10; d["k"] += [7]; p(d)
x = [1, 2, 3]; y = x; y += [4]; p(x is y, x); y = y + [5]; p(x is y, x, y)
t = (1,); u = t; u += (2,); p(t, u)
n = 10; n -= 3; n *= 2; n //= 3; n **= 2; n %= 7; n <<= 4; n >>= 1; n |= 1; n &= 0xff; n ^= 5; p(n)
s = "a"; s += "b"; s *= 3; p(s)
class O: v = 1
o = O(); o.v += 5; p(o.v, O.v); o.items = {}; o.items["a"] = o.items.get("a", 0) + 1; p(o.items)
def idx():
    p("idx")
    return 0
l = [1]; l[idx()] += 5; p(l)
a, b, *c = 1, 2; del b; err(lambda: b)
def multi():
    q = r = 1
    del q, r
    return q
err(multi)
x = [0, 1, 2]; i = 0; i, x[i] = 1, 9; p(i, x)
def aug():
    try:
        z += 1
    except UnboundLocalError as e: return str(e)
p(aug())
b = bytearray(b"ab"); b2 = b; b += b"c"; p(b2)
