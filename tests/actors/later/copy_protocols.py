"""Functions' attributes, docstrings, defaults and code-free introspection."""
import pvm_host
from cowboy_sdk import actor


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def f(a, b=2, *, c=3):
    """Says."""
    return a


class Doc:
    """Class says."""

    def m(self):
        """Method says."""


@actor
class Program:
    def go(self, payload):
        f.tag = 'x'
        out(f.__name__, f.__doc__, f.__defaults__, f.__kwdefaults__, f.tag, f.__qualname__, Doc.__doc__, Doc.m.__doc__, Doc().m.__doc__, Doc.m.__qualname__, f.__dict__, Doc().m.__func__ is Doc.m)
        def outer():
            def inner():
                pass
            return inner
        out(outer().__qualname__, (lambda: 0).__qualname__, Doc().m.__self__.__class__.__name__)
