"""typing and annotations: kept, never evaluated into behaviour."""
import pvm_host
from typing import Any, Callable, Dict, List, Optional, Tuple, Union


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def f(a: int, b: 'str' = 'x', *c: List[int], d: Optional[Dict[str, int]] = None) -> Tuple[int, ...]:
    local: Union[int, str] = a
    other: Any
    return local, b, c, d


def go(payload):
    out(f(1))
    out(f('not an int', 5))
    out(f(1, 'b', 2, d={}))
    callback: Callable[[int], int] = lambda v: v + 1
    out(callback(1))
