# Str basic: what this prints, CPython prints.
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


s = "Hello, World"
p(s[0], s[-1], s[1:4], s[:-3], s[::-1], s[::2], s[10:2:-2], len(s), s * 2, s + "!", "lo" in s, s[3:100], s[5:2])
p(s.upper(), s.lower(), s.swapcase(), "abc def".title(), "aBC".capitalize(), s.find("o"), s.rfind("o"), s.find("zz"), s.index("W"), s.count("l"), s.count(""))
p(" x ".strip() + "|", "xxaxx".strip("x"), "xxaxx".lstrip("x"), "xxaxx".rstrip("x"), s.replace("l", "L"), s.replace("l", "L", 1), "aaa".replace("", "-"), s.startswith("Hell"), s.endswith(("x", "ld")), s.startswith("ell", 1))
p("a,b,,c".split(","), "  a b  c ".split(), "a,b,c".split(",", 1), "a,b,c".rsplit(",", 1), "a\nb\r\nc\n".splitlines(), "a\nb".splitlines(True), "a=b=c".partition("="), "a=b=c".rpartition("="), "abc".partition("x"), " a b c ".split(None, 1), " a b c ".rsplit(None, 1))
p("-".join(["a", "b"]), "".join([]), ",".join("abc"), "x".join(("1",)), "abc".center(9, "*"), "abc".ljust(5) + "|", "abc".rjust(5), "abc".center(6) + "|", "42".zfill(5), "-42".zfill(5), "a\tb".expandtabs(4))
p("123".isdigit(), "abc".isalpha(), "a1".isalnum(), " ".isspace(), "ABC".isupper(), "abc".islower(), "".isdigit(), "Ab Cd".istitle(), "a_1".isidentifier(), "1a".isidentifier(), "abc".isascii())
p("abc" < "abd", "abc" < "ab", "" < "a", "Z" < "a", "a" == "a", "a" != "b", max("hello"), min("hello"), sorted("hello"))
p("prefix-x".removeprefix("prefix-"), "x.py".removesuffix(".py"), ord("a"), chr(98), ord("é"), chr(8364), "x".encode(), "é€".encode(), "é".encode("utf-8"))
p("hello".translate({104: "J", 101: None}), "abc".translate(str.maketrans("ab", "xy")), "abc".translate(str.maketrans("a", "b", "c")), str.maketrans({"a": 1}))
