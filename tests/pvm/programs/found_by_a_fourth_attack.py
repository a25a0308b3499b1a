# Found by reading the sources for what a program can bring about: messages that showed half a character, text that is cut, sets that raise.
import pvm_host


def say(*values):
    pvm_host.emit_event("say", " ".join([str(v) for v in values]).encode())


def tried(f, *args):
    try:
        say(ascii(f(*args)))
    except Exception as e:
        text = str(e)
        say(type(e).__name__, ascii(text), len(text), ascii(sorted(text)), ascii(text.upper()), ascii(text.replace("", "x")),
            ascii([c for c in text[-3:]]))


for character in ("\xe9", "\u20ac", "\U0001f600", "\U0010ffff", "\x7f", "\x01", "\0", "\x80", "y"):
    tried(lambda: "%" + character)
    tried(lambda: ("%" + character) % 1)
    tried(lambda: ("\xe9\u20ac %5" + character) % 1)
    tried(lambda: ("ab%(x)" + character + "c") % {"x": 1})
    tried(lambda: ("%s%" + character) % ("a", "b"))
    tried(lambda: ("{!" + character + "}").format(1))
    tried(lambda: ("{:" + character * 2 + "}").format(1))
    tried(lambda: ("{:" + character + "<5}").format(1))
    tried(lambda: "a".ljust(4, character) + "a".rjust(4, character) + "a".center(4, character))
for byte in (0x01, 0x7f, 0x79):  # of those above CPython says nothing, or another thing from one patch release to the next
    tried(lambda: (b"%" + bytes([byte])) % 1)
    tried(lambda: (b"\xc3\xa9 %5" + bytes([byte])) % 1)


class Raises:
    def __repr__(self):
        raise ValueError("no")


class Long:
    def __repr__(self):
        return "\xe9" * 100


for value in ([Raises()], {Raises()}, frozenset([Raises()]), [1] * 300 + [Raises()], {1, 2, 3, Raises()}, {1: Raises()}):
    for shown in (repr, str, ascii, "%s".__mod__, "%.0s".__mod__, "%r".__mod__, "%a".__mod__, "{}".format, "{!a:>5}".format):
        tried(shown, (value,) if shown.__name__ == "__mod__" else value)
for value in ({1, 2, 3}, set(), frozenset(), frozenset([(2, "\xe9")]), Long(), [Long()] * 3, "\xe9\u20ac", len, Raises, 12 ** 300):
    for form in ("%s", "%.0s", "%.5s", "%.500s", "%20.3s|", "%-20.3s|", "%r", "%.3r", "%a", "%.3a", "%.9a", "%-9.7a|"):
        say(ascii(form % (value,)))
for form in (b"%.3s|", b"%.0b|", b"%6.2s|", b"%-6.9b|", b"%s"):
    say(form % b"abcdef", form % bytearray(b"\xff"))
for number in (0, 5, -15, 25, 10 ** 300 // 7, -(10 ** 300), 2 ** 1000 - 1):
    for digits in (0, -1, -2, -150, -299, -300, -301, -302, -310):
        say(round(number, digits))
most = 2 ** 4095 - 1 + 2 ** 4095
for number in (most, -most):
    for digits in (-1230, -1231, -1232, -1233, -1234):
        say(hash(round(number, digits)))
