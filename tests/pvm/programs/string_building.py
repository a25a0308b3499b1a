# String building: what this prints, CPython prints.
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


out = ""
for i in range(50): out += str(i) + ","
p(out, len(out)); p("".join(chr(97 + i % 26) for i in range(60)), "-".join(map(str, range(10)))); lines = ["%3d|%-4s|" % (i, "x" * i) for i in range(4)]; p("\n".join(lines).replace("\n", "/"))
def caesar(s, k): return "".join(chr((ord(c) - 97 + k) % 26 + 97) if c.islower() else c for c in s)
p(caesar("hello, world", 3), caesar(caesar("abc", 5), -5)); p("abc"[::-1] == "".join(reversed("abc")), "racecar" == "racecar"[::-1])
rle = []
for c in "aaabbc":
    if rle and rle[-1][0] == c: rle[-1][1] += 1
    else: rle.append([c, 1])
p("".join(f"{c}{n}" for c, n in rle))
