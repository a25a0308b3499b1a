# Typing annotations: what this prints, CPython prints.
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


from typing import Optional, List, Dict, Any, Union, Callable, TypeVar
x: int = 5
y: "undefined" 
def f(a: int, b: Optional[List[int]] = None, *c: int, **d: str) -> Dict[str, Any]: return a
class K:
    n: int = 3
    m: Union[int, str]
    def g(self, x: list[int]) -> dict[str, int]: return x
p(f(1), x, K.n, K().g(5), hasattr(K, "m"))
T = TypeVar("T")
def ident(v: T) -> T: return v
p(ident(4)); Alias = Dict[str, List[int]]; p(isinstance(5, int))
