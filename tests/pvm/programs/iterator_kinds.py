# The classes of iterators, and what operator and base64 say of what they do not take. What this prints, CPython prints.
import pvm_host


def p(*a):
    pvm_host.emit_event("p", " ".join([str(x) for x in a]).encode())


def t(*fs):
    for f in fs:
        try: p(repr(f()))
        except BaseException as e: p(type(e).__name__, e, repr(e.__context__))
import operator, base64
class G:
    def __getitem__(s,i): return 5
class L(list): pass
t(*[(lambda v=v: type(iter(v)).__name__) for v in ('', 'a', 'é', b'', bytearray(), [], (), {}, {}.keys(), {}.values(), {}.items(), set(), frozenset(), range(3), G(), L(), zip(), map(str, []), enumerate([]), reversed([]))])
t(*[(lambda v=v: type(reversed(v)).__name__) for v in ('', 'a', 'é', b'', bytearray(), [], (), {}, {}.keys(), {}.values(), {}.items(), range(3), L())])
t(*[(lambda v=v: next(v)) for v in (iter(''), iter([]), reversed([]), reversed({}.items()))])
t(lambda: list(reversed({1: 2, 3: 4}.values())), lambda: list(reversed({1: 2, 3: 4}.items())), lambda: iter('a').x, lambda: reversed({'a': 1}).x, lambda: iter('é') + 1, lambda: len(reversed([1])), lambda: type(iter('a'))('b'), lambda: reversed(range(3)).x, lambda: iter('ab').__next__())
t(lambda: operator.concat(5,1), lambda: operator.concat([1],1), lambda: operator.concat('a','b'), lambda: operator.concat(G(),1), lambda: operator.concat(slice(1),[1]), lambda: operator.concat({},{}), lambda: operator.concat([1],(1,)), lambda: operator.countOf(5,1), lambda: operator.indexOf(5,1), lambda: operator.indexOf(None,1), lambda: operator.contains(5,1), lambda: operator.concat(object(),1), lambda: operator.concat(type,1), lambda: operator.countOf('abca','a'), lambda: operator.indexOf([1,2],2))
t(lambda: base64.b64decode('é'), lambda: base64.b64decode('éü', validate=True))
t(lambda: {}.pop([], 5), lambda: {}.pop([]), lambda: {1: 2}.pop([], 5))
