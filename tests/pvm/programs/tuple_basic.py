# Tuple basic: what this prints, CPython prints.
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


t = (1, 2, 3)
p(t, (), (1,), t[0], t[1:], t + (4,), t * 2, len(t), 2 in t, t.index(2), t.count(1), t == (1, 2, 3), t < (1, 3), tuple("ab"), tuple([1]), hash(t) == hash((1, 2, 3)), t[::-1], max(t), (1, "a") < (1, "b"), ((1, 2), 3), tuple())
err(lambda: t[5]); err(lambda: t.index(9)); err(lambda: t + [1]); err(lambda: hash(([],))); err(lambda: t < [1])
def setbad():
    t[0] = 1
err(setbad)
def delbad():
    del t[0]
err(delbad)
a, b = 1, 2
a, b = b, a
p(a, b)
(a, b), c = (3, 4), 5
p(a, b, c)
a, *b = [1, 2, 3]; p(a, b)
*a, b = "xyz"; p(a, b)
a, *b, c = (1, 2); p(a, b, c)
[a, [b, *c]] = [1, (2, 3, 4)]; p(a, b, c)
x = y = [1]; p(x is y)
a, b, c = c, b, a; p(a, b, c)
def u1():
    a, b = 1, 2, 3
err(u1)
def u2():
    a, b, c = (1, 2)
err(u2)
def u3():
    a, b = 5
err(u3)
def u4():
    a, *b, c = [1]
err(u4)
def u5():
    (a, b), c = 1, 2
err(u5)
for i, (j, k) in [(1, (2, 3)), (4, (5, 6))]:
    p(i, j, k)
