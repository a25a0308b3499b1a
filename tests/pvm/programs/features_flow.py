# Generators, exceptions, context managers, groups, closures. What this prints, CPython prints.
import pvm_host


def p(*a):
    pvm_host.emit_event("p", " ".join([str(x) for x in a]).encode())


def t(*fs):
    for f in fs:
        try: p(repr(f()))
        except BaseException as e: p(type(e).__name__, e, [type(x).__name__ for x in (e.__cause__, e.__context__)])
def gen():
    try:
        x = yield 1
        p('got', x)
        try: y = yield 2
        except KeyError as e: p('caught', e); y = yield 'k'
        return y
    finally:
        p('fin')
g=gen(); p(next(g), g.send('a'), g.throw(KeyError('z')))
t(lambda: g.send(9), lambda: next(g), lambda: g.close(), lambda: g.throw(ValueError('v')))
def g2():
    try: yield 1
    except GeneratorExit: yield 2
h=g2(); next(h); t(h.close)
def g3():
    try: yield 1
    except GeneratorExit: raise ValueError('in close')
h=g3(); next(h); t(h.close)
t(lambda: gen().send(5))
def g4(): 
    r = yield from g5()
    p('r',r)
    yield from [1,2]
    r = yield from iter({})
    return 3
def g5():
    try: a = yield 'a'
    except ValueError as e: return 'ret '+str(e)
    yield a
h=g4(); p(next(h)); t(lambda: h.throw(ValueError('q')), lambda: h.throw(KeyError), lambda: next(h))
def g6(): raise StopIteration(1); yield
t(lambda: next(g6()))
def g7():
    yield
    next(iter([]))
h=g7(); next(h); t(lambda: next(h))
def g8(): yield from 5
t(lambda: next(g8()))
def g9():
    h=yield
    next(h)
h=g9(); next(h); t(lambda: h.send(h))
class It:
    def __iter__(s): return s
    def __next__(s): return 1
    def send(s,v): return ('sent',v)
    def throw(s,*a): return ('thrown',a)
    def close(s): p('closed')
def g10(): yield from It()
h=g10(); p(next(h)); t(lambda: h.send(4), lambda: h.close())
# exceptions
def f1():
    try: 1//0
    except ZeroDivisionError as e: raise ValueError('v') from e
def f2():
    try: 1//0
    except ZeroDivisionError: raise ValueError('v')
def f3():
    try: 1//0
    except ZeroDivisionError: raise ValueError('v') from None
def f4():
    try: raise ValueError
    finally: raise KeyError
def f5():
    try: return 1
    finally: return 2
def f6():
    for i in range(3):
        try: continue
        finally: p('f',i)
    while True:
        try: break
        finally: p('b')
def f7():
    try: 1//0
    except ZeroDivisionError as e: pass
    return e
def f8(): raise 5
def f9(): raise ValueError from 5
def f10(): raise
def f11():
    try: raise ValueError
    except 5: pass
def f12():
    try: raise ValueError
    except (KeyError, (TypeError, ValueError)): return 'nested'
def f13():
    e=ValueError(1); e2=KeyError(2); e.__cause__=e2; e.__context__=e; raise e
def f14():
    try:
        try: raise ValueError(1)
        except ValueError as e: raise e
    except ValueError as e: return e.__context__, e.__cause__
class Bad(Exception):
    def __init__(self, a, b): self.a=a
def f15(): raise Bad
def f16():
    try: raise Bad(1,2)
    except Bad as e: return e.args, str(e), repr(e)
class CM:
    def __init__(s,r=False): s.r=r
    def __enter__(s): return s
    def __exit__(s,*a): p([x if isinstance(x,type) else type(x).__name__ for x in a][:2]); return s.r
def f17():
    with CM(True): raise ValueError
    with CM(True) as a, CM() as b: raise KeyError
    return 'ok'
def f18():
    with CM() : return 5
def f19():
    with 5: pass
class NoExit:
    def __enter__(s): pass
def f20():
    with NoExit(): pass
def f21():
    with (CM() as a, CM() as (b)): pass
def f22():
    with CM() as (a,b): pass
t(f1,f2,f3,f4,f5,f6,f7,f8,f9,f10,f11,f12,f13,f14,f15,f16,f17,f18,f19,f20,f21,f22)
# groups
def h1():
    try: raise ExceptionGroup('a',[ValueError(1),TypeError(2),ExceptionGroup('b',[ValueError(3),KeyError(4)])])
    except* ValueError as e: p(repr(e))
    except* TypeError as e: p(repr(e)); raise
def h2():
    try: raise ValueError(1)
    except* ValueError as e: p(repr(e), e.exceptions)
def h4():
    try: raise ExceptionGroup('a',[ValueError(1)])
    except* ExceptionGroup: pass
def h5():
    try: pass
    except* ValueError: pass
    else: p('else')
    finally: p('fin')
def h6():
    eg=ExceptionGroup('a',[ValueError(1),ExceptionGroup('b',[TypeError(2)])])
    return eg.split(TypeError), eg.subgroup(lambda e: isinstance(e,ValueError)), eg.subgroup(KeyError), str(eg), eg.derive([KeyError()]), eg.message
def h7():
    try: raise ExceptionGroup('a',[ValueError(1),TypeError(2)])
    except* ValueError as e: raise
    except* TypeError as e: raise ValueError('new') from e
def h8():
    try: raise ExceptionGroup('a',[ValueError(1),TypeError(2)])
    except* ValueError as e: e.add_note('a note makes it no other'); raise
def h9():
    try: raise ExceptionGroup('a',[ValueError(1),TypeError(2)])
    except* ValueError as e: e.__notes__ = ['nor does this']; e.__context__ = KeyError(3); raise
t(h1,h2,h4,h5,h6,h7,h8,h9, lambda: ExceptionGroup('a',[]), lambda: ExceptionGroup('a',[5]), lambda: ExceptionGroup(5,[ValueError()]), lambda: ExceptionGroup('a',5), lambda: ExceptionGroup('a',[KeyboardInterrupt()]), lambda: BaseExceptionGroup('a',[KeyboardInterrupt()]), lambda: BaseExceptionGroup('a',[ValueError()]), lambda: ExceptionGroup('a',[ValueError()]).split(5))
# closures
def c1():
    x=1
    def i():
        nonlocal x; x+=1
        def j():
            nonlocal x; x*=10; return x
        return j
    return i()(), x
def c2():
    fs=[lambda: i for i in range(3)]; gs=[lambda i=i: i for i in range(3)]
    return [f() for f in fs],[g() for g in gs]
def c3():
    def i(): return y
    return i()
    y=1
def c4():
    x=1
    def i(): 
        return x
    del x
    return i()
def c5():
    class K:
        z=5
        def f(self): return z
        l=[z for _ in range(1)]
    return K
def c6():
    z=6
    class K:
        z=5
        w=z
        def f(self): return z
    return K.w, K().f()
def c7():
    if (n:=10)>5: pass
    r=[y:=x for x in range(3)]
    return n,r,y
def c8(): return [last for x in [1,2] if (last:=x)]
t(c1,c2,c3,c4,c5,c6,c7,c8)
