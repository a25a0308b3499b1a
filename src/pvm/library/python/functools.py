# functools: functions that make functions, and caches of their results.
from _classes import drop, hash_of, keep, look

_nothing = object()

def reduce(function, iterable, initial=_nothing, /):
    it = None
    try:
        it = iter(iterable)
    except TypeError:
        pass
    if it is None:
        raise TypeError('reduce() arg 2 must support iteration')
    if initial is _nothing:
        value = next(it, _nothing)
        if value is _nothing:
            raise TypeError('reduce() of empty iterable with no initial value')
    else:
        value = initial
    for item in it:
        value = function(value, item)
    return value

class partial:
    def __init__(self, func=_nothing, /, *args, **keywords):
        if not callable(func):
            raise TypeError("type 'partial' takes at least one argument" if func is _nothing else 'the first argument must be callable')
        if isinstance(func, partial):
            args = func.args + args
            keywords = {**func.keywords, **keywords}
            func = func.func
        self.func = func
        self.args = args
        self.keywords = keywords

    def __call__(self, /, *args, **keywords):
        return self.func(*self.args, *args, **{**self.keywords, **keywords})

    def __repr__(self):
        parts = [repr(self.func), *map(repr, self.args), *['%s=%r' % pair for pair in self.keywords.items()]]
        return '%s(%s)' % ('functools.partial' if type(self) is partial else type(self).__qualname__, ', '.join(parts))

WRAPPER_ASSIGNMENTS = ('__module__', '__name__', '__qualname__', '__doc__', '__annotations__')
WRAPPER_UPDATES = ('__dict__',)

def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    def decorate(wrapper):
        return update_wrapper(wrapper, wrapped, assigned, updated)
    return decorate

def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    for name in assigned:
        if hasattr(wrapped, name):
            setattr(wrapper, name, getattr(wrapped, name))
    for name in updated:
        getattr(wrapper, name).update(getattr(wrapped, name, {}))
    wrapper.__wrapped__ = wrapped
    return wrapper

def cmp_to_key(mycmp):
    # K of another call, or no K.
    def compared(key, other):
        kind = other.__class__
        if kind.__qualname__ != K.__qualname__ or kind.__module__ != 'functools':
            raise TypeError('other argument must be K instance')
        return mycmp(key.obj, other.obj)
    class K:
        def __init__(self, obj):
            self.obj = obj
        def __lt__(self, other):
            return (mycmp(self.obj, other.obj) if other.__class__ is K else compared(self, other)) < 0
        def __gt__(self, other):
            return (mycmp(self.obj, other.obj) if other.__class__ is K else compared(self, other)) > 0
        def __eq__(self, other):
            return (mycmp(self.obj, other.obj) if other.__class__ is K else compared(self, other)) == 0
        def __le__(self, other):
            return (mycmp(self.obj, other.obj) if other.__class__ is K else compared(self, other)) <= 0
        def __ge__(self, other):
            return (mycmp(self.obj, other.obj) if other.__class__ is K else compared(self, other)) >= 0
        __hash__ = None
    return K

class partialmethod:
    def __init__(self, func, /, *args, **keywords):
        if not callable(func) and not hasattr(func, '__get__') and not isinstance(func, (classmethod, staticmethod)):
            raise TypeError('%r is not callable or a descriptor' % (func,))
        if isinstance(func, partialmethod):
            args = func.args + args
            keywords = {**func.keywords, **keywords}
            func = func.func
        self.func = func
        self.args = args
        self.keywords = keywords

    def __get__(self, obj, cls=None):
        func = self.func
        bound = func.__get__(obj, cls) if hasattr(func, '__get__') else func
        if bound is not func:
            return partial(bound, *self.args, **self.keywords)
        def method(self_, /, *args, **keywords):
            return func(self_, *self.args, *args, **{**self.keywords, **keywords})
        return method.__get__(obj, cls)

def singledispatch(func):
    known = {object: func}
    def dispatch(cls):
        for base in cls.__mro__:
            if base in known:
                return known[base]
    def register(cls, func=None):
        kinds = (cls,)
        if not isinstance(cls, type) or cls.__module__ == 'typing':
            import _dispatch
            kinds = _dispatch.kinds_of(cls)
            if kinds is None:
                kinds, func = _dispatch.annotated_kinds(cls, func)
        if func is None:
            return lambda f: register(cls, f)
        for kind in kinds:
            known[kind] = func
        return func
    def wrapper(*args, **kw):
        if not args:
            raise TypeError('%s requires at least 1 positional argument' % (name,))
        return dispatch(args[0].__class__)(*args, **kw)
    name = getattr(func, '__name__', 'singledispatch function')
    wrapper.register = register
    wrapper.dispatch = dispatch
    wrapper.registry = type({}.keys().mapping)(known)
    update_wrapper(wrapper, func)
    return wrapper

# Keywords in the order in which they were given, behind a mark that no caller has.
def _key(args, kwds, typed):
    if typed:
        kinds = [type(a) for a in (*args, *kwds.values())]
        return (*args, _nothing, *kwds, *kwds.values(), *kinds) if kwds else (*args, *kinds)
    if kwds:
        return (*args, _nothing, *kwds, *kwds.values())
    return args[0] if len(args) == 1 and type(args[0]) in (int, str) else args

def lru_cache(maxsize=128, typed=False):
    if callable(maxsize):
        return lru_cache(128)(maxsize)
    if maxsize is not None and not isinstance(maxsize, int):
        raise TypeError('Expected first argument to be an integer, a callable, or None')
    if maxsize is not None and maxsize < 0:
        maxsize = 0
    def decorate(function):
        known = {}
        hits = misses = 0
        def wrapper(*args, **kwds):
            nonlocal hits, misses
            if maxsize == 0:
                misses += 1
                return function(*args, **kwds)
            key = _key(args, kwds, typed)
            hash = hash_of(key)
            value = look(known, key, hash, _nothing)
            if value is not _nothing:
                if maxsize is not None:  # it was used last
                    drop(known, key, hash)
                    keep(known, key, hash, value)
                hits += 1
                return value
            misses += 1
            value = function(*args, **kwds)
            keep(known, key, hash, value)
            if maxsize is not None and len(known) > maxsize:
                known._pop_either(False)
            return value
        def cache_clear():
            nonlocal hits, misses
            known.clear()
            hits = misses = 0
        def cache_info():
            from collections import namedtuple
            return namedtuple('CacheInfo', ('hits', 'misses', 'maxsize', 'currsize'))(hits, misses, maxsize, len(known))
        update_wrapper(wrapper, function)
        wrapper.cache_clear = cache_clear
        wrapper.cache_info = cache_info
        wrapper.cache_parameters = lambda: {'maxsize': maxsize, 'typed': typed}
        return wrapper
    return decorate

def cache(function, /):
    return lru_cache(None)(function)

class cached_property:
    def __init__(self, func):
        self.func = func
        self.attrname = None
        self.__doc__ = func.__doc__

    def __set_name__(self, owner, name):
        if self.attrname is None:
            self.attrname = name
        elif name != self.attrname:
            raise TypeError('Cannot assign the same cached_property to two different names (%r and %r).' % (self.attrname, name))

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        name = self.attrname
        if name is None:
            raise TypeError('Cannot use cached_property instance without calling __set_name__ on it.')
        try:
            cache = instance.__dict__
        except AttributeError:
            raise TypeError("No '__dict__' attribute on %r instance to cache %r property."
                            % (type(instance).__name__, name)) from None
        value = cache.get(name, _nothing)
        if value is _nothing:
            value = self.func(instance)
            cache[name] = value
        return value
