# List basic: what this prints, CPython prints.
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


l = [3, 1, 2]
p(l, l[0], l[-1], l[1:], l[::-1], len(l), l + [4], l * 2, 2 * l, 3 in l, l.index(1), l.count(3), sorted(l), l == [3, 1, 2], l < [3, 2], l != [], [] < [1])
l.append(5); l.extend([6, 7]); l.insert(1, 9); l.insert(-1, 8); l.insert(100, 10); p(l)
p(l.pop(), l.pop(0), l.pop(-2), l); l.remove(9); p(l); l.sort(); p(l); l.sort(reverse=True); p(l); l.sort(key=lambda x: x % 3); p(l); l.reverse(); p(l)
l[0] = 100; l[-1] = 200; del l[1]; p(l); l[1:2] = [7, 8, 9]; p(l); l[::2] = [0] * len(l[::2]); p(l); del l[::2]; p(l); l[1:1] = [5, 5]; p(l); del l[1:3]; p(l); l += (1, 2); p(l); l *= 2; p(l); c = l.copy(); c.clear(); p(c, l)
err(lambda: l[100]); err(lambda: l["a"]); err(l.index, 999); err(l.remove, 999); err([].pop); err(lambda: [1].pop(5)); err(lambda: [1, 2] < 5); err(lambda: [1] + (2,)); err(lambda: l.append()); err(lambda: l.append(1, 2)); err(lambda: list(5)); err(lambda: l.sort(5)); err(lambda: [1, "a"].sort()); err(lambda: l[::0]); err(list, 1, 2)
def setbad():
    l[100] = 1
err(setbad)
def setbad2():
    l[::2] = [1]
err(setbad2)
def setbad3():
    l[0:1] = 5
err(setbad3)
a = [1, 2]; a.append(a); p(a, a[2][2] is a)
p(list("abc"), list((1, 2)), list({1: 2}), list(range(3)), [*range(3), *"ab"], list(map(str, [1, 2])), [[0] * 2 for _ in range(2)])
p(sorted([(2, "b"), (1, "z"), (2, "a")]), sorted("bca", reverse=True), sorted([5, 3, 8], key=lambda v: -v), sorted({3: 1, 1: 2}), sorted([[2, 1], [1, 5], [1]]))
