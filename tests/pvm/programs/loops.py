# Loops: what this prints, CPython prints.
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


for i in range(3): p(i)
else: p("else")
for i in range(5):
    if i == 2: continue
    if i == 4: break
    p(i)
else: p("no")
n = 0
while n < 5:
    n += 1
    if n == 3: continue
    p(n)
else: p("done", n)
while True:
    n -= 1
    if n < 2: break
p(n)
for i in range(3):
    for j in range(3):
        if j == 1: break
        p(i, j)
    else: p("never")
for x in []: p("never")
else: p("empty", i)
for i in range(2):
    i = 10
    p(i)
m = {"k": 0}
for m["k"] in range(3): pass
p(m)
total = 0
for i in range(1000):
    for j in range(10):
        if (i + j) % 7 == 0: total += i * j
p(total)
p([i for i in range(20) if i % 2 if i % 3], [(i, j) for i in range(3) for j in range(i)], {i: j for i, j in zip("ab", range(2))}, [[j for j in range(i)] for i in range(4)], list(x for x in range(3)), [y := 5, y + 1], [last := i for i in range(3)], last)
