"""A tokeniser and recursive-descent evaluator of integer expressions."""
import pvm_host
from cowboy_sdk import actor


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def tried(thunk):
    try:
        out(thunk())
    except Exception as e:
        pvm_host.emit_event("out", f"{type(e).__name__}: {e}".encode())


class SyntaxProblem(Exception):
    pass


def tokens(text):
    i = 0
    while i < len(text):
        c = text[i]
        if c.isspace():
            i += 1
        elif c.isdigit():
            j = i
            while j < len(text) and text[j].isdigit():
                j += 1
            yield 'number', int(text[i:j])
            i = j
        elif c.isalpha():
            j = i
            while j < len(text) and (text[j].isalnum() or text[j] == '_'):
                j += 1
            yield 'name', text[i:j]
            i = j
        elif c in '+-*/%()=':
            yield c, c
            i += 1
        else:
            raise SyntaxProblem(f'{c!r} at {i}')
    yield 'end', None


class Evaluator:
    def __init__(self, text, names):
        self.stream, self.names = list(tokens(text)), names
        self.at = 0

    @property
    def kind(self):
        return self.stream[self.at][0]

    def take(self, *kinds):
        if self.kind not in kinds:
            raise SyntaxProblem(f'{"/".join(kinds)} wanted, {self.kind} found')
        self.at += 1
        return self.stream[self.at - 1][1]

    def run(self):
        if self.kind == 'name' and self.stream[self.at + 1][0] == '=':
            name = self.take('name')
            self.take('=')
            self.names[name] = value = self.sum()
        else:
            value = self.sum()
        self.take('end')
        return value

    def sum(self):
        value = self.product()
        while self.kind in '+-':
            value = value + self.product() if self.take('+', '-') == '+' else value - self.product()
        return value

    def product(self):
        value = self.atom()
        while self.kind in ('*', '/', '%'):
            op, right = self.take('*', '/', '%'), self.atom()
            value = {'*': lambda: value * right, '/': lambda: value // right, '%': lambda: value % right}[op]()
        return value

    def atom(self):
        if self.kind == '-':
            self.take('-')
            return -self.atom()
        if self.kind == '(':
            self.take('(')
            value = self.sum()
            self.take(')')
            return value
        if self.kind == 'name':
            return self.names[self.take('name')]
        return self.take('number')


@actor
class Program:
    def go(self, payload):
        names = {}
        for line in ('1 + 2 * 3', '(1 + 2) * 3', 'x = 10', 'x * x - -x', 'long_name2 = x % 3', '((((7))))', '1 + 2 - 3 + 4', '100 / 7 / 2'):
            out(line)
            out(Evaluator(line, names).run())
        out(sorted(names.items()))
        tried(lambda: Evaluator('1 +', names).run())
        tried(lambda: Evaluator('(1', names).run())
        tried(lambda: Evaluator('y', names).run())
        tried(lambda: Evaluator('1 / 0', names).run())
        tried(lambda: Evaluator('1 $ 2', names).run())
        tried(lambda: Evaluator('1 2', names).run())
