"""list: slices on both sides, concatenation, comparison, repetition."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def tried(thunk):
    try:
        out(thunk())
    except Exception as e:
        pvm_host.emit_event("out", f"{type(e).__name__}: {e}".encode())


def go(payload):
    a = list(range(10))
    out(a[2:5])
    out(a[::-1])
    out(a[::3])
    out(a[-3:])
    out(a[:-8])
    out(a[8:2:-2])
    out(a[100:])
    out(a[:])
    a[2:5] = ['x']
    out(a)
    a[1:1] = [100, 200]
    out(a)
    a[::3] = ['s'] * len(a[::3])
    out(a)
    a[:2] = []
    del a[-1]
    del a[1:3]
    del a[::2]
    out(a)
    a[5:] = 'tail'
    a[0:0] = (1, 2)
    out(a)
    try:
        a[::2] = [1]
    except ValueError as e:
        out(str(e))
    try:
        a[0:1] = 5
    except TypeError as e:
        out(str(e))
    try:
        a[50] = 1
    except IndexError as e:
        out(str(e))
    try:
        del a[50]
    except IndexError as e:
        out(str(e))
    try:
        a['x'] = 1
    except TypeError as e:
        out(str(e))
    out([1] + [2])
    out([1, 2] * 2)
    out(2 * [0])
    out([1] * 0)
    out([1, 2] == [1, 2])
    out([1, 2] < [1, 3])
    out([1] < [1, 0])
    out([] < [0])
    out([2] > [1, 9])
    out([1, 'a'] == [1, 'b'])
    out(2 in [1, 2])
    out([] in [[]])
    out(3 not in [1])
    b = c = [1]
    b += [2]
    c *= 2
    out(b)
    out(c)
    out(b is c)
    b = b + [9]
    out(b)
    out(c)
    tried(lambda: [1] + (2,))
    tried(lambda: [1] * 'a')
    tried(lambda: [1] < [None])
    tried(lambda: [1] < (1,))
    tried(lambda: [1][3])
    tried(lambda: [1][-2])
    tried(lambda: [1]['a'])
    tried(lambda: [1] + None)
    loop = [1]
    loop.append(loop)
    out(loop)
    out(repr([[], [[]], ()]))
