"""from module import *: the names that CPython's modules have too, later bindings win, builtins are covered."""
import pvm_host
from itertools import *
from functools import *
from operator import *
from string import *
from json import *

abs_of_operator = abs
from collections import *


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def go(payload):
    out(list(islice(count(5), 3)), list(chain("ab", "c")), [list(g) for _, g in groupby("aab")])
    out(reduce(add, [1, 2, 3]), partial(sub, 10)(3))
    out(itemgetter(1)("ab"), attrgetter("real")(7), abs(-3), abs is abs_of_operator)
    out(digits, hexdigits)
    out(dumps({"a": [1]}), loads("[2]"))
    out(Counter("aab").most_common(1), deque([1, 2]), defaultdict(int)["x"], OrderedDict(a=1))
    out(pow(2, 5), index(4), truth([]), not_(0))
    def inner():
        return mul(6, 7)
    out(inner())
