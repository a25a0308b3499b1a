# Generator pipeline: what this prints, CPython prints.
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


def numbers(n):
    for i in range(n): yield i
def evens(it): return (x for x in it if x % 2 == 0)
def squared(it):
    for x in it: yield x * x
p(list(squared(evens(numbers(10)))), sum(squared(numbers(4))))
def take(n, it):
    for i, x in enumerate(it):
        if i >= n: return
        yield x
def primes():
    found = []
    n = 2
    while True:
        if all(n % q for q in found):
            found.append(n)
            yield n
        n += 1
p(list(take(15, primes())))
def chunks(l, n):
    for i in range(0, len(l), n): yield l[i:i + n]
p(list(chunks(list(range(7)), 3)))
def tree(d):
    for k, v in d.items():
        yield k
        if isinstance(v, dict): yield from (k + "." + s for s in tree(v))
p(list(tree({"a": {"b": 1, "c": {"d": 2}}, "e": 3})))
def averager():
    total = count = 0
    while True:
        v = yield total // count if count else None
        if v is None: return total, count
        total += v
        count += 1
a = averager(); next(a); p(a.send(10), a.send(20))
try: a.send(None)
except StopIteration as e: p(e.value)
