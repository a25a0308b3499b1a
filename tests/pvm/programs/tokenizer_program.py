# Tokenizer program: what this prints, CPython prints.
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


def tokens(s):
    i = 0
    while i < len(s):
        c = s[i]
        if c.isspace(): i += 1
        elif c.isdigit():
            j = i
            while j < len(s) and s[j].isdigit(): j += 1
            yield ("num", int(s[i:j]))
            i = j
        else:
            yield ("op", c)
            i += 1
class Parser:
    def __init__(self, s): self.t, self.i = [*tokens(s), ("end", None)], 0
    def peek(self): return self.t[self.i]
    def next(self):
        t = self.t[self.i]
        self.i += 1
        return t
    def expr(self):
        v = self.term()
        while self.peek()[1] in ("+", "-"):
            v = v + self.term() if self.next()[1] == "+" else v - self.term()
        return v
    def term(self):
        v = self.factor()
        while self.peek()[1] in ("*", "/"):
            v = v * self.factor() if self.next()[1] == "*" else v // self.factor()
        return v
    def factor(self):
        k, v = self.next()
        if k == "num": return v
        if v == "(":
            r = self.expr()
            if self.next()[1] != ")": raise SyntaxError("expected )")
            return r
        if v == "-": return -self.factor()
        raise SyntaxError(f"unexpected {v}")
for e in ("1 + 2 * 3", "(1 + 2) * 3", "10 / 3 - -4", "2 * (3 + (4 - 1)) * 5"): p(e, "=", Parser(e).expr())
err(lambda: Parser("(1").expr()); err(lambda: Parser("+").expr()); err(lambda: Parser("1 / 0").expr())
