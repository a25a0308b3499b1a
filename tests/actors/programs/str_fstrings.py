"""f-strings: nesting, conversions, format specs, expressions of all kinds."""
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


class Money:
    def __init__(self, amount):
        self.amount = amount

    def __repr__(self):
        return f'Money({self.amount!r})'

    def __str__(self):
        return f'{self.amount} units'

    def __format__(self, spec):
        return f'<{spec}|{self.amount}>'


@actor
class Program:
    def go(self, payload):
        x, name, width, d = 42, 'ada', 10, {'a': 1, 'b': [1, 2]}
        out(f'{x}')
        out(f'a{x}b{name}c')
        out(f'{x + 1} {x * 2!r}')
        out(f'{name!r} {name!s} {name!a}')
        out(f'{{}} {{{x}}}')
        out(f'')
        out(f'{name:>{width}}|')
        out(f'{x:0{width}d}')
        out(f'{x:{"<"}{width}}|')
        out(f'{name:.2}')
        out(f'{name:*^9.2}')
        out(f'{name!r:>8}')
        out(f'{x:>{width + 2}}')
        out(f'{d["a"]} {d["b"][1]}')
        out(f'{[i * i for i in range(3)]}')
        out(f'{(lambda v: v + 1)(2)}')
        out(f'{x if x > 5 else 0}')
        out(f'{ {"k": 1}["k"] }')
        out(f'{"nested " + f"{x}"}')
        out(f'{x=}')
        out(f'{x = }')
        out(f'{name=!s}')
        out(f'{x=:>5}')
        out(f'{x+1=}')
        out(f'{name = !r:>6}')
        out(f'{Money(5)}')
        out(f'{Money(5)!r}')
        out(f'{Money(5)!s:>9}')
        out(f'{Money(5):spec}')
        out('{:abc}'.format(Money(1)))
        out(str(Money(2)))
        out(repr(Money('x')))
        out([Money(3)])
        out(f'''{
            x
        }''', f'{x}' 'plain' f'{name}', rf'\d{x}', f'{x:,}{x:_}', f'{True} {None} {b"a"}', f'{"a" "b"}', f'{x!r:^{width}}')
        tried(lambda: f'{x:s}')
        tried(lambda: f'{name:d}')
        tried(lambda: f'{[]:5}')
        tried(lambda: f'{None:5}')
        tried(lambda: f'{undefined_name}')
        tried(lambda: f'{x:abc}')
        tried(lambda: f'{name:=5}')
        tried(lambda: f'{name:+}')
        tried(lambda: f'{name:,}')
