# Str unicode: what this prints, CPython prints.
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


s = "naïve café €5 😀x"
p(len(s), s[2], s[-2], s[3:8], s[::-1], s.find("é"), s.index("😀"), "naive".upper()[0], s.split(), s.replace("ï", "i"), "😀" in s, list("é😀"), repr("é\n\x00\x7f\u200b😀"[:3]), s.encode()[:6], s.center(30, "·"), s.count("é"), s.rfind("€"))
p(repr("tab\tnew\nquote'dq\"back\\"), repr("it's"), repr('say "hi"'), repr("\x01\x1f\x7f\x80"), ascii("é😀a"), len("é".encode()), bytes("é", "utf-8"), str(b"\xc3\xa9", "utf-8"), b"\xc3\xa9".decode())
for c in "aé😀":
    p(c, ord(c), len(c))
p(sorted("éa😀z"), "é" < "z", "é" > "z", "a" + "é" == "aé", "é" * 3, hash("é") == hash("é"), {"é": 1}["é"])
