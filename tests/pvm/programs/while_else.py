# While else: what this prints, CPython prints.
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


def find(l, x):
    i = 0
    while i < len(l):
        if l[i] == x: break
        i += 1
    else:
        return "absent"
    return i
p(find([1, 2, 3], 2), find([], 1), find([1], 9))
def outer():
    for i in range(3):
        while True:
            try:
                if i == 1: break
                return_value = i
            finally:
                i += 10
            break
        else: p("never")
        p(i)
outer()
