"""The code that others wrote: where it lies, and what is asked of it beside the examples in its own documentation.

It comes with Debian packages (tools/packages.txt) and from PyPI (requirements.txt, by tools/fetch_pypi.sh) and is read
where they put it. `asked` is a list of expressions and statements, each for the definitions that it names."""
import ast
import dataclasses
import os

from corpus.extract import LIBRARY

STANDARD = os.path.dirname(os.__file__)
PACKAGES = "/usr/lib/python3/dist-packages"
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
FETCHED = os.path.join(ROOT, "build/corpus")  # by tools/fetch_pypi.sh
FROM_PYPI = os.path.join(FETCHED, "lib/python3.11/site-packages")


@dataclasses.dataclass(frozen=True)
class Module:
    path: str
    asked: str = ""
    beside: tuple = ()  # other files whose definitions it imports

    @property
    def name(self):
        inside = os.path.relpath(self.path, next(p for p in (STANDARD, PACKAGES, FROM_PYPI) if self.path.startswith(p)))
        return inside.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def standard(name, asked="", beside=()):
    return Module(f"{STANDARD}/{name}.py", asked, tuple(f"{STANDARD}/{other}.py" for other in beside))


def package(name, asked="", beside=(), beside_standard=()):
    return Module(f"{PACKAGES}/{name}.py", asked, (*(f"{STANDARD}/{other}.py" for other in beside_standard),
                                                   *(f"{PACKAGES}/{other}.py" for other in beside)))


def imports(path, top, importing=()):
    """The files of the same collection and of LIBRARY that a file imports, and those that they import, before them."""
    found, importing = [], (*importing, path)
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    for node in tree.body:  # what a function imports may import this file
        names = [n.name for n in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            above = os.path.relpath(os.path.dirname(path), os.path.dirname(top)).split("/")
            names = [".".join(above[:len(above) - node.level + 1] * bool(node.level) + [node.module or ""])]
        for name in names:
            other = os.path.join(os.path.dirname(top), name.replace(".", "/") + ".py")
            if name in LIBRARY:
                other = f"{STANDARD}/{LIBRARY[name]}.py"
            if os.path.exists(other) and other not in importing:
                found += [*imports(other, top, importing), other]
    return tuple(dict.fromkeys(found))


def collection(name):
    """Each file of a package from PyPI, with what it imports from there; a copy of one, as __main__ may be, is not read."""
    top, read = os.path.join(FROM_PYPI, name), {}
    for folder, _, files in os.walk(top):
        for file in sorted(files):
            if file.endswith(".py"):
                with open(os.path.join(folder, file), "rb") as opened:
                    read.setdefault(opened.read(), os.path.join(folder, file))
    paths = sorted(read.values()) or [top + ".py"]
    return [Module(path, beside=imports(path, top)) for path in paths]


ADDRESSES = """
[str(x) for x in (ip_address('192.0.2.1'), ip_address('2001:db8::1'), ip_address(3232235777), ip_address(1 << 100))]
ip_address('256.1.1.1')
ip_address('1.2.3')
ip_address('2001:db8:::1')
ip_address('fe80::1%eth0').scope_id
[ip_address(a).is_private for a in ('10.0.0.1', '8.8.8.8', '::1', 'fc00::1', '2001:4860::8')]
[ip_address(a).is_multicast for a in ('224.0.0.1', '10.0.0.1', 'ff02::1')]
ip_address('192.0.2.1') + 300
ip_address('0.0.0.0') - 1
sorted([ip_address('10.0.0.2'), ip_address('10.0.0.1'), ip_address('9.255.255.255')])
ip_address('10.0.0.1') < ip_address('::1')
ip_address('::ffff:1.2.3.4').ipv4_mapped
ip_address('2002:c000:204::').sixtofour
ip_address('2001:db8::ff00:42:8329').exploded
ip_address('2001:db8::ff00:42:8329').reverse_pointer
ip_address('192.0.2.235').packed
format(ip_address('1.2.3.4'), '#b'), format(ip_address('1.2.3.4'), '_x'), f"{ip_address('::1'):s}"
ip_network('192.0.2.0/28').num_addresses
ip_network('192.0.2.1/28')
ip_network('192.0.2.1/28', strict=False)
list(ip_network('192.0.2.0/29').hosts())
list(ip_network('10.0.0.0/8').subnets(prefixlen_diff=2))
ip_network('10.0.0.0/8').supernet(new_prefix=4)
list(ip_network('192.0.2.0/28').address_exclude(ip_network('192.0.2.1/32')))
ip_network('10.0.0.0/8').overlaps(ip_network('10.1.0.0/16')), ip_network('10.1.0.0/16').subnet_of(ip_network('10.0.0.0/8'))
ip_network('2001:db8::/125').broadcast_address, ip_network('2001:db8::/125')[3], ip_network('2001:db8::/125')[-1]
ip_network('10.0.0.0/30')[9]
hash(ip_network('10.0.0.0/30')) == hash(ip_network('10.0.0.0/255.255.255.252'))
ip_address('10.0.0.3') in ip_network('10.0.0.0/30'), ip_address('10.0.0.4') in ip_network('10.0.0.0/30')
ip_interface('192.0.2.5/24').network, ip_interface('192.0.2.5/24').with_netmask, ip_interface('192.0.2.5/24').with_hostmask
list(summarize_address_range(IPv4Address('192.0.2.0'), IPv4Address('192.0.2.130')))
list(collapse_addresses([IPv4Network('192.0.2.0/25'), IPv4Network('192.0.2.128/25'), IPv4Network('10.0.0.0/32')]))
sorted([ip_network('10.0.0.0/9'), ip_address('9.0.0.1'), ip_network('10.0.0.0/8')], key=get_mixed_type_key)
v4_int_to_packed(-1)
IPv4Network('10.0.0.0/33')
IPv6Network('2001:db8::/32').subnets
"""

HEAPS = """
h = []
for n in (5, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5): heappush(h, n)
h
[heappop(h) for _ in range(5)], h
heapreplace(h, 0), heappushpop(h, 100), h
k = list(range(20, 0, -1))
heapify(k)
k
heappop([])
list(merge([1, 4, 7], [2, 5, 8], [0, 9]))
list(merge(['dog', 'horse'], ['cat', 'fish', 'kangaroo'], key=len))
list(merge([9, 3], [8, 4], reverse=True))
nlargest(3, [5, 1, 9, 7, 3]), nsmallest(3, [5, 1, 9, 7, 3]), nlargest(2, 'banana', key=ord), nsmallest(1, [4, 2])
_heappop_max([9, 5, 3]), _heapreplace_max([9, 5, 3], 4)
heapify([1, 'a', 2])
"""

BISECTION = """
[bisect_left([1, 2, 2, 2, 3], n) for n in range(5)], [bisect_right([1, 2, 2, 2, 3], n) for n in range(5)]
bisect_left([1, 2], 1, -1)
bisect_left(['a', 'bb', 'ccc'], 2, key=len), bisect_right(['a', 'bb', 'ccc'], 2, lo=1, hi=2, key=len)
s = [1, 5, 9]
insort_left(s, 5), insort_right(s, 4), insort_right(s, -7, key=abs), s
bisect_right([1, 'a'], 'b')
"""

SORTING = """
t = TopologicalSorter({'D': {'B', 'C'}, 'B': {'A'}, 'C': {'A'}})
list(t.static_order())[0], list(TopologicalSorter({3: [2], 2: [1], 1: [0]}).static_order())
TopologicalSorter({1: [2], 2: [3], 3: [1]}).prepare()
u = TopologicalSorter()
u.add(1, 2, 3)
u.add(2, 3)
u.prepare()
u.get_ready(), u.is_active()
u.done(3)
u.get_ready(), u.done(1)
u.done(2), u.get_ready(), bool(u)
u.add(9)
u.done(17)
"""

CONTEXTS = """
@contextmanager
def tag(name):
    show('open', name)
    try:
        yield name
    except ValueError as e:
        show('caught', str(e))
    finally:
        show('close', name)
with tag('a') as a, tag('b') as b: show(a, b)
with tag('v'): raise ValueError('inside')
with tag('k'): raise KeyError('through')
with suppress(KeyError, IndexError): {}['x']
with suppress(KeyError): [][0]
@tag('decorated')
def decorated(x): return x * 2
decorated(4)
with ExitStack() as stack: [stack.enter_context(tag(n)) for n in 'xyz'], stack.callback(show, 'callback', 1)
with ExitStack() as stack: stack.push(lambda *e: True), stack.enter_context(tag('s')), 1 // 0
with nullcontext(5) as n: n
class Closes:
    def close(self): show('closed')
with closing(Closes()) as c: type(c).__name__
@contextmanager
def silent(): return
@contextmanager
def twice():
    yield 1
    yield 2
with twice(): pass
"""

NUMBER_THEORY = """
[is_prime(n) for n in range(2, 60)]
is_prime(2**127 - 1), is_prime(2**128 + 1), is_prime((2**61 - 1) * (2**31 - 1))
[next_prime(n) for n in (0, 1, 2, 14, 1000, 10**6)]
factorization(2**4 * 3**2 * 17 * 10007), factorization(9973), factorization(1 << 20)
[inverse_mod(a, 97) for a in range(1, 20)], inverse_mod(3, 2**255 - 19)
inverse_mod(5, 10)
gcd(12, 18, 27), gcd([8, 20]), lcm(4, 6, 10), lcm([7, 21])
[jacobi(a, 15) for a in range(15)], jacobi(1001, 9907)
jacobi(3, 4)
square_root_mod_prime(2, 7), square_root_mod_prime(10, 13), square_root_mod_prime(4, 2**255 - 19)
square_root_mod_prime(3, 7)
phi(36), carmichael(561), order_mod(3, 7), largest_factor_relatively_prime(60, 6), kinda_order_mod(2, 12)
polynomial_reduce_mod([1, 2, 3, 4], (1, 0, 1), 7), polynomial_multiply_mod([1, 2], [3, 4], (1, 0, 1), 7)
polynomial_exp_mod([1, 1], 10, (1, 0, 1), 7)
modular_exp(3, 200, 1009), modular_exp(3, -1, 7)
"""

CURVES = """
p = 2**256 - 2**224 + 2**192 + 2**96 - 1
b = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b
order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551
x, y = 0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296, 0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5
curve = CurveFp(p, -3, b, 1)
curve, curve.contains_point(x, y), curve.contains_point(x, y + 1)
g = PointJacobi(curve, x, y, 1, order)
(g * 2).to_affine().x(), (g * 2).to_affine().y()
(g * 123456789 + g * 987654321 == g * 1111111110), (g * order == INFINITY), (g * (order - 1) == -g)
hex((g * 0xdeadbeefcafebabe0123456789abcdef0011223344556677).x())
q = Point(curve, x, y, order)
(q + q).x() == (g + g).x(), (q * 5).y() == (g * 5).y(), q * order == INFINITY, q.double() == q + q, -q + q
g.mul_add(7, g * 3, 5) == g * 22
Point(curve, x, y + 1)
"""

def modules():
    """Of Debian's packages, and of PyPI's, which are there once they have been fetched."""
    return [*DEBIAN, *(module for name in COLLECTIONS for module in collection(name))]


COLLECTIONS = ("algorithms", "boltons", "labmath", "pygtrie", "pyrsistent")  # of requirements.txt
DEBIAN = (
    standard("heapq", HEAPS),
    standard("bisect", BISECTION),
    standard("graphlib", SORTING),
    standard("ipaddress", ADDRESSES),
    standard("contextlib", CONTEXTS),
    standard("difflib", beside=("heapq",)),
    standard("collections/__init__", beside=("heapq",)),
    package("more_itertools/more", beside=("more_itertools/recipes",), beside_standard=("heapq",)),
    package("more_itertools/recipes"),
    package("toolz/itertoolz", beside=("toolz/utils",), beside_standard=("heapq",)),
    package("toolz/functoolz", beside=("toolz/utils",)),
    package("toolz/dicttoolz"),
    package("intervaltree/interval"),
    package("sortedcontainers/sortedlist", beside_standard=("bisect",)),
    package("ecdsa/numbertheory", NUMBER_THEORY),
    package("ecdsa/ellipticcurve", CURVES, beside=("ecdsa/numbertheory",)),
)
