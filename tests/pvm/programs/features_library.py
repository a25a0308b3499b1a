# The library modules, function by function: what this prints, CPython prints.
import pvm_host


def p(*a):
    pvm_host.emit_event("p", " ".join([str(x) for x in a]).encode())


def t(*fs):
    for f in fs:
        try: p(repr(f()))
        except BaseException as e: p(type(e).__name__, e)
import itertools as it, functools as ft, collections as co, operator as op, string, json
L=list
t(lambda: L(it.accumulate([1,2,3])), lambda: L(it.accumulate([1,2],op.mul,initial=5)), lambda: L(it.chain('ab',[1])), lambda: L(it.chain.from_iterable(['ab',[1]])), lambda: L(it.combinations('abc',2)), lambda: L(it.combinations('abc',4)), lambda: L(it.combinations('abc',-1)), lambda: L(it.combinations_with_replacement('ab',2)), lambda: L(it.compress('abc',[1,0,1])), lambda: L(it.islice(it.count(5,-2),3)), lambda: L(it.islice(it.cycle('ab'),5)), lambda: L(it.dropwhile(lambda x:x<2,[1,2,1])), lambda: L(it.takewhile(lambda x:x<2,[1,2,1])), lambda: L(it.filterfalse(None,[0,1])), lambda: [(k,L(g)) for k,g in it.groupby('aabb')], lambda: [(k,L(g)) for k,g in it.groupby([1,3,2],key=lambda x:x%2)], lambda: L(it.islice('abcdef',1,None,2)), lambda: L(it.islice('abc',-1)), lambda: L(it.islice('abc','a')), lambda: L(it.islice('abc',0,3,0)), lambda: L(it.pairwise('abc')), lambda: L(it.permutations('abc',2)), lambda: L(it.permutations([1,2])), lambda: L(it.product('ab',[1,2])), lambda: L(it.product([0,1],repeat=2)), lambda: L(it.product()), lambda: L(it.repeat('x',3)), lambda: L(it.repeat('x',-3)), lambda: L(it.starmap(pow,[(2,3),(3,2)])), lambda: [L(x) for x in it.tee('ab',2)], lambda: L(it.zip_longest('abc','x',fillvalue='-')), lambda: it.tee('a',-1), lambda: L(it.chain(5)), lambda: it.product('a',repeat=-1), lambda: L(it.accumulate(5)))
# functools
@ft.lru_cache(maxsize=2)
def sq(x, y=1): p('calc',x); return x*y
t(lambda: (sq(1),sq(1),sq(2),sq(3),sq(1)), lambda: sq.cache_info(), lambda: sq.cache_clear(), lambda: sq.cache_info(), lambda: sq([]), lambda: sq.__wrapped__(5), lambda: sq.cache_parameters(), lambda: (sq(1),sq(True),sq(y=2,x=1)), lambda: sq.__name__)
@ft.cache
def fib(n): return n if n<2 else fib(n-1)+fib(n-2)
@ft.total_ordering
class V:
    def __init__(s,v): s.v=v
    def __eq__(s,o): return s.v==o.v
    def __lt__(s,o): return s.v<o.v
def tob():
    @ft.total_ordering
    class X: pass
t(lambda: fib(50), lambda: (V(1)<=V(2),V(1)>=V(2),V(1)>V(2)), tob, lambda: ft.reduce(op.add,[1,2,3],10), lambda: ft.reduce(op.add,[]), lambda: sorted([3,1,2],key=ft.cmp_to_key(lambda a,b:b-a)), lambda: ft.partial(pow,2)(5), lambda: ft.partial(pow,exp=2)(5), lambda: ft.partial(int,base=2)('101'), lambda: ft.partial(5), lambda: ft.partial(ft.partial(max,1),2).args, lambda: ft.partial(len,[1]), lambda: ft.cmp_to_key(lambda a,b:0)(1)==ft.cmp_to_key(lambda a,b:0)(2))
class CP:
    @ft.cached_property
    def v(s): p('once'); return 5
c=CP(); t(lambda: (c.v,c.v), lambda: c.__dict__, lambda: CP.v.attrname)
# collections
C=co.Counter
t(lambda: C('abca'), lambda: C(a=2)+C(a=1,b=1), lambda: C(a=2)-C(a=3), lambda: C('ab')|C('bc'), lambda: C('ab')&C('b'), lambda: C('abca').most_common(1), lambda: C('ab')['z'], lambda: L(C(a=2,b=0).elements()), lambda: C(a=1)==C(a=1,b=0), lambda: C(a=1)<=C(a=2), lambda: -C(a=-1), lambda: C('a').total(), lambda: C([1,1]).subtract([1]), lambda: C.fromkeys('a'), lambda: C(5), lambda: C('aab').update('b'), lambda: C(a=1)+5, lambda: dict(C('ab')), lambda: C({'a':1}).copy(), lambda: C('a')!=C('b'), lambda: C(a='x').most_common())
D=co.defaultdict
def dd():
    d=D(list); d['a'].append(1); return d, d.get('z'), 'z' in d, D(int,a=1)|{'b':2}, d.copy(), d.default_factory, D(None)
t(dd, lambda: D()['x'], lambda: D(5), lambda: D(lambda: 3)[1], lambda: D(list,[(1,2)]))
O=co.OrderedDict
def od():
    d=O(a=1,b=2,c=3); d.move_to_end('a'); d.move_to_end('c',last=False); return d, d.popitem(), d.popitem(last=False), O(a=1)==O(a=1), O(a=1,b=2)==O(b=2,a=1), O(a=1,b=2)=={'b':2,'a':1}, L(reversed(d)), d|{'z':1}
t(od, lambda: O().popitem(), lambda: O().move_to_end('x'), lambda: O([('a',1)]).pop('b'), lambda: O.fromkeys('ab',0), lambda: O(a=1).setdefault('b'))
NT=co.namedtuple
P=NT('P','x y',defaults=[5])
t(lambda: P(1), lambda: P(1,2)._replace(x=5), lambda: P._fields, lambda: P(1)._asdict(), lambda: P._make([1,2]), lambda: P(), lambda: P(1,2,3), lambda: P(1)==(1,5), lambda: P(1).x, lambda: P(1)[0], lambda: NT('Q','a a'), lambda: NT('Q','1a'), lambda: NT('Q','class'), lambda: NT('Q','a class',rename=True)._fields, lambda: P(1)._replace(z=1), lambda: P._field_defaults, lambda: P(x=1,y=2), lambda: P(1,x=2), lambda: P._make([1]), lambda: isinstance(P(1),tuple), lambda: hash(P(1))==hash((1,5)), lambda: P(1)+(3,), lambda: P.__doc__, lambda: P.x.__doc__, lambda: NT('Q',['a','_b']))
# string
T=string.Template
t(lambda: T('$a ${b} $$').substitute(a=1,b=2), lambda: T('$a').substitute(), lambda: T('$a $').safe_substitute(), lambda: T('$').substitute(), lambda: T('$a').safe_substitute({'a':1},a=2), lambda: string.capwords('hello  world'), lambda: string.Formatter().format('{0} {k}',1,k=2), lambda: L(string.Formatter().parse('a{b!r:c}d')), lambda: string.ascii_letters, lambda: string.punctuation, lambda: string.hexdigits, lambda: T('${').substitute(), lambda: T('$a$b').get_identifiers(), lambda: T('$a').is_valid())
# operator
t(lambda: op.itemgetter(1,0)('ab'), lambda: op.attrgetter('a.b')(5), lambda: op.methodcaller('upper')('a'), lambda: op.itemgetter(0)([]), lambda: op.is_not(1,2), lambda: op.ixor(5,1), lambda: op.setitem([],0,1), lambda: op.index('a'), lambda: op.abs(-3), lambda: op.call(len,[1]), lambda: op.attrgetter('real','imag')(3), lambda: op.attrgetter(), lambda: op.itemgetter(), lambda: op.attrgetter(5), lambda: op.methodcaller('split',',')('a,b'), lambda: op.truth([]), lambda: op.iadd([1],[2]), lambda: repr(op.itemgetter(1)), lambda: repr(op.attrgetter('a')), lambda: repr(op.methodcaller('a',1,k=2)), lambda: op.itemgetter(1)==op.itemgetter(1))
# json
J=json.dumps
t(lambda: J({'a':[1,None,True,'é"\n']}), lambda: J({1:2,None:3,True:4}), lambda: J({(1,):2}), lambda: J([1,2],indent=2), lambda: J({'b':1,'a':2},sort_keys=True,separators=(',',':')), lambda: J('é',ensure_ascii=False), lambda: J(object()), lambda: J({1}), lambda: J({1},default=list), lambda: J({(1,):2},skipkeys=True), lambda: json.loads('{"a":[1,null,true]}'), lambda: json.loads('{'), lambda: json.loads('[1,]'), lambda: json.loads('nul'), lambda: json.loads('"\\ud83d\\ude00"'), lambda: json.loads('{"a":1,"a":2}',object_pairs_hook=L), lambda: json.loads('1 2'), lambda: json.loads(''), lambda: json.loads(b'[1]'), lambda: json.loads(5), lambda: J('\x7f\u2028😀'), lambda: J({'a':{}},indent='\t'), lambda: J([]), lambda: J([[],{}],indent=1), lambda: json.loads('"\t"'), lambda: json.loads('-0'), lambda: json.loads('01'))
def cyc():
    a=[]; a.append(a); return J(a)
t(cyc)
