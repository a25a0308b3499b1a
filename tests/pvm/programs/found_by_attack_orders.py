"""What an attack on the VM found in how attributes are found: classes that change while a key of theirs is compared, long
orders, super() in them, and what is called that is no function."""
import pvm_host


def show(*v): pvm_host.emit_event('', ' '.join([repr(x) for x in v]).encode())
def guard(f):
    try: show(f())
    except Exception as e: show(type(e).__name__, str(e))


# A key that looks attributes up while another is deleted: what was found then is not what there is after it.
class K(str):
    like = 'foo'
    def __hash__(self): return hash(self.like)
    def __eq__(self, other):
        look()
        return False
def look(): pass
X = type('X', (), {K('foo2'): 1, 'foo': 42})
def look(): getattr(X, 'foo', None)
del X.foo
guard(lambda: X.foo)
Y = type('Y', (), {K('foo2'): 1, 'foo': 42})
def look(): getattr(Y, 'foo', None)
Y.foo = 43
guard(lambda: Y.foo)
guard(lambda: delattr(Y, 'fo' + 'o'))
guard(lambda: Y.foo)
K.like = '__classcell__'
class M(type):
    def __new__(meta, name, bases, body):
        global keep
        keep = body['me']
        return type.__new__(meta, name, bases, {K('z'): 0, **body})
def look():
    try: keep().__init_subclass__
    except NameError: pass
class A(metaclass=M):
    def me(): return __class__
    def __init_subclass__(cls): pass
show(type(A.__init_subclass__).__name__, A.me() is A)
def look(): pass
