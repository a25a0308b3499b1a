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
        out(f.__name__)
        out(f.__doc__)
        out(f.__defaults__)
        out(f.__kwdefaults__)
        out(f.tag)
        out(f.__qualname__)
        out(Doc.__doc__)
        out(Doc.m.__doc__)
        out(Doc().m.__doc__)
        out(Doc.m.__qualname__)
        out(f.__dict__)
        out(Doc().m.__func__ is Doc.m)
        def outer():
            def inner():
                pass
            return inner
        out(outer().__qualname__)
        out((lambda: 0).__qualname__)
        out(Doc().m.__self__.__class__.__name__)
