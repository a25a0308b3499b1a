"""One program from a seed: what every program begins with, and parts that the grammars write."""
import re

from generated.grammar import Grammar, Writer

GRAMMAR = Grammar("expressions.grammar", "text.grammar", "library.grammar", "statements.grammar", "classes.grammar")
MODULES = ("base64", "collections", "dataclasses", "enum", "functools", "hashlib", "itertools", "json", "operator", "string", "struct",
           "typing")
PARTS = (2, 5)

# Sets are shown in an order of their own: that of the VM is by insertion, CPython's by hash.
PRELUDE = """\
import pvm_host
def text(value):
    if type(value) in (set, frozenset):
        return type(value).__name__ + str(sorted(map(text, value)))
    if type(value) is list and any([type(item) in (set, frozenset) for item in value]):
        return str(list(map(text, value)))
    return repr(value)
def show(*values):
    pvm_host.emit_event('', ' '.join([text(value) for value in values]).encode())
def failed(e):
    for _ in range(4):
        show(type(e).__name__, str(e), len(e.args), getattr(e, '__notes__', None), e.__suppress_context__)
        if isinstance(e, BaseExceptionGroup):
            show(e.exceptions)
        e = e.__cause__ or (None if e.__suppress_context__ else e.__context__)
        if e is None:
            break
def guard(f):
    try:
        show(f())
    except Exception as e:
        failed(e)
def made(f):
    try:
        return f()
    except Exception as e:
        failed(e)
        return Managed(f.__name__)
def raising(e):
    raise e
class Managed:
    def __init__(self, x=None, quiet=False):
        self.x, self.quiet = x, quiet
    def __enter__(self):
        show('enter', self.x)
        return self.x
    def __exit__(self, kind, value, trace):
        show('exit', self.x, kind, value)
        return self.quiet
class Described:
    def __init__(self, value):
        self.value = value
    def __set_name__(self, owner, name):
        self.name = name
    def __get__(self, obj, owner=None):
        return self if obj is None else ('got', self.name, self.value)
    def __set__(self, obj, value):
        show('set', self.name, value)
        self.value = value
def decorated(value):
    def decorate(f):
        @functools.wraps(f)
        def wrapper(*args, **kwargs):
            show('wrapped', value)
            return f(*args, **kwargs)
        return wrapper
    return decorate
def accumulated(numbers):
    total = 0
    for n in numbers:
        total += n
        yield total
"""


def write(seed):
    """Program `seed`: its imports and what every program begins with, and the rest."""
    writer = Writer(GRAMMAR, seed)
    parts = []
    for number in range(writer.choose.randint(*PARTS)):
        if writer.choose.random() < 0.5:
            parts.append(f"def part{number}():\n    {writer.block('in_function', '    ')}\nguard(part{number})\n")
        else:
            parts.append(f"try:\n    {kept(writer)}\nexcept Exception as e:\n    failed(e)\n")
    body = "".join(parts)
    return imports(PRELUDE + body) + PRELUDE, body


def kept(writer):
    """Statements of the module, whose names the following parts see."""
    statements = [writer.expand("stmt") for _ in range(writer.choose.randint(1, 4))]
    return "\n".join(statements).replace("\n", "\n    ")


def imports(body):
    used = [module for module in MODULES if re.search(rf"\b{module}\.", body)]
    return "".join(f"import {module}\n" for module in used)
