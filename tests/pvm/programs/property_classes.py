"""Classes that derive from property."""
import pvm_host


def show(*values):
    pvm_host.emit_event('', ' '.join([repr(value) for value in values]).encode())


def guard(f):
    try:
        show(f())
    except Exception as e:
        show(type(e).__name__, str(e))


class Plain(property):
    pass


class Documented(property):
    """Of the class."""


class ForClass(property):
    def __init__(self, fget=None, fset=None, fdel=None, doc=None, classval=None):
        self.classval = classval
        property.__init__(self, fget=fget, fset=fset, fdel=fdel, doc=doc)

    def __get__(self, obj, owner=None):
        if obj is None:
            return self.classval
        return property.__get__(self, obj, owner)


class Watched(property):
    def __new__(cls, *args, **named):
        show('new', len(args), sorted(named))
        return super().__new__(cls, *args)

    def __get__(self, obj, owner=None):
        show('get', obj is None, owner and owner.__name__)
        return super().__get__(obj, owner)

    def __set__(self, obj, value):
        show('set', value)
        super().__set__(obj, value * 2)

    def __delete__(self, obj):
        show('delete')
        super().__delete__(obj)

    def __set_name__(self, owner, name):
        self.name = name


class Once(property):
    def __get__(self, obj, owner=None):
        if obj is None:
            return self
        name = '_once_' + self.fget.__name__
        if not hasattr(obj, name):
            setattr(obj, name, super().__get__(obj, owner))
        return getattr(obj, name)


def of_class(cls):
    class C:
        def __init__(self):
            self.v = 1

        @cls
        def x(self):
            """Of the getter."""
            return self.v

        @x.setter
        def x(self, value):
            self.v = value

        @x.deleter
        def x(self):
            del self.v

        @cls
        def only(self):
            return 'only'

    return C


for cls in (property, Plain, Documented, ForClass, Watched, Once):
    C = of_class(cls)
    c = C()
    guard(lambda: (c.x, type(C.__dict__['x']).__name__, isinstance(C.__dict__['x'], property)))
    guard(lambda: setattr(c, 'x', 5))
    guard(lambda: (c.x, c.v))
    guard(lambda: delattr(c, 'x'))
    guard(lambda: c.x)
    guard(lambda: setattr(c, 'only', 1))
    guard(lambda: delattr(c, 'only'))
    guard(lambda: c.only)
    guard(lambda: (C.__dict__['x'].__doc__, C.__dict__['only'].__doc__, cls.__doc__ == property.__doc__))
    guard(lambda: C.__dict__['x'].fget(c))
    guard(lambda: C.__dict__['x'].fset is not None and C.__dict__['only'].fset)
    guard(lambda: type(C.x).__name__)

p = Plain(None, doc='given')
p.tag = 3
guard(lambda: (p.tag, p.__dict__, p.__doc__, p.fget))
guard(lambda: property().tag)
guard(lambda: setattr(property(), 'tag', 1))
guard(lambda: Plain(1, 2, 3, 4, 5))
guard(lambda: Plain(other=1))
guard(lambda: ForClass(1, 2, 3, 4, 5, 6))
guard(lambda: property.__init__(p, len))
guard(lambda: (p.fget, p.fset))
guard(lambda: property.__get__(p, [1, 2]))
guard(lambda: p.__get__((1, 2, 3), tuple))
guard(lambda: p.__get__(None, tuple) is p)
guard(lambda: property.__new__(Plain, 1, 2).fget)
guard(lambda: property.__get__(3, 4))
guard(lambda: (Plain.__mro__, issubclass(Plain, property)))
guard(lambda: [hasattr(property, name) for name in ('__get__', '__set__', '__delete__', '__init__', '__new__')])
guard(lambda: (Plain(len) == Plain(len), isinstance(hash(Plain(len)), int)))


def mixed():
    class Both(property, int):
        pass


guard(mixed)


class Meta(type):
    @Plain
    def kind(cls):
        return 'kind of ' + cls.__name__


class Made(metaclass=Meta):
    pass


guard(lambda: Made.kind)
guard(lambda: setattr(Made, 'kind', 1))


class Kept:
    __slots__ = ('a',)

    @Once
    def x(self):
        return 1


guard(lambda: Kept().x)
guard(lambda: delattr(Made, 'kind'))
guard(lambda: property(1, 2, 3, 4, doc=5))
guard(lambda: setattr(object(), 'z', 1))
guard(lambda: delattr(object(), 'z'))
