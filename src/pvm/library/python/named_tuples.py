# Classes of tuples whose items have names: for collections.namedtuple and typing.NamedTuple.
from _classes import define

_KEYWORDS = ('False None True and as assert async await break class continue def del elif else except finally for from '
             'global if import in is lambda nonlocal not or pass raise return try while with yield').split()


def field_names_of(typename, names, rename):
    if isinstance(names, str):
        names = names.replace(',', ' ').split()
    names = [str(n) for n in names]
    if rename:
        seen = set()
        for i, name in enumerate(names):
            if not name.isidentifier() or name in _KEYWORDS or name.startswith('_') or name in seen:
                names[i] = '_%d' % i
            seen.add(name)
    for name in [typename] + names:
        if type(name) is not str:
            raise TypeError('Type names and field names must be strings')
        if not name.isidentifier():
            raise ValueError('Type names and field names must be valid identifiers: %r' % (name,))
        if name in _KEYWORDS:
            raise ValueError('Type names and field names cannot be a keyword: %r' % (name,))
    seen = set()
    for name in names:
        if name.startswith('_') and not rename:
            raise ValueError('Field names cannot start with an underscore: %r' % (name,))
        if name in seen:
            raise ValueError('Encountered duplicate field name: %r' % (name,))
        seen.add(name)
    return tuple(names)


def _plural(n, word):
    return word if n == 1 else word + 's'


def _listed(names):
    shown = [repr(n) for n in names]
    if len(shown) < 3:
        return ' and '.join(shown)
    return ', '.join(shown[:-1]) + ', and ' + shown[-1]


# The fields from arguments as a function with these parameters and defaults would take them.
def _bind(who, fields, values_of_last, args, kwds):
    n, given = len(fields), len(args)
    last = (values_of_last or ())[-n:] if n else ()
    defaults = dict(zip(fields[n - len(last):], last))
    values = dict(zip(fields, args))
    for name in kwds:
        if name not in fields:
            raise TypeError('%s() got an unexpected keyword argument %r' % (who, name))
        if name in values:
            raise TypeError('%s() got multiple values for argument %r' % (who, name))
        values[name] = kwds[name]
    if given > n:
        takes = 'from %d to %d positional arguments' % (n + 1 - len(defaults), n + 1) if defaults else '%d %s' % (
            n + 1, _plural(n + 1, 'positional argument'))
        raise TypeError('%s() takes %s but %d were given' % (who, takes, given + 1))
    missing = [name for name in fields if name not in values and name not in defaults]
    if missing:
        raise TypeError('%s() missing %d required positional %s: %s'
                        % (who, len(missing), _plural(len(missing), 'argument'), _listed(missing)))
    return [values[name] if name in values else defaults[name] for name in fields]


def _field(i, name):
    item = tuple.__getitem__

    def get(self):
        return item(self, i)

    def refuse(self, value):
        raise AttributeError("can't set attribute")

    def keep(self):
        raise AttributeError("can't delete attribute")
    return property(get, refuse, keep, 'Alias for field number %d' % i)


# `more` is put into the class when it is made, as methods that a program adds later would be.
def named_tuple(typename, fields, defaults, more, bases=(tuple,)):
    n, who, template = len(fields), typename + '.__new__', '(%s)' % ', '.join([name + '=%r' for name in fields])
    new_tuple = tuple.__new__

    def __new__(_cls, /, *args, **kwds):
        if not kwds and len(args) == n:
            return new_tuple(_cls, args)
        return new_tuple(_cls, _bind(who, fields, __new__.__defaults__, args, kwds))
    __new__.__defaults__ = tuple(defaults.values()) or None

    @classmethod
    def _make(cls, iterable):
        result = new_tuple(cls, iterable)
        if len(result) != n:
            raise TypeError('Expected %d arguments, got %d' % (n, len(result)))
        return result

    def _replace(self, /, **kwds):
        result = self._make([kwds.pop(name, value) for name, value in zip(fields, self)])
        if kwds:
            raise ValueError('Got unexpected field names: %r' % (list(kwds),))
        return result

    def __repr__(self):
        return self.__class__.__name__ + template % tuple(self)

    def _asdict(self):
        return dict(zip(self._fields, self))

    def __getnewargs__(self):
        return tuple(self)

    body = {'__doc__': '%s(%s)' % (typename, ', '.join(fields)), '__slots__': (), '_fields': fields, '_field_defaults': defaults,
            '__new__': __new__, '_make': _make, '_replace': _replace, '__repr__': __repr__, '_asdict': _asdict,
            '__getnewargs__': __getnewargs__, '__match_args__': fields}
    for i, name in enumerate(fields):
        body[name] = _field(i, name)
    for name in ('__new__', '_replace', '__repr__', '_asdict', '__getnewargs__'):
        body[name].__qualname__ = '%s.%s' % (typename, name)
    body.update([(name, more.pop(name)) for name in ('__module__', '__qualname__', '__orig_bases__') if name in more])
    made = type(typename, bases, body)
    for name, value in more.items():
        define(made, name, value)
    return made


def make(typename, field_names, rename, defaults, module):
    typename = str(typename)
    fields = field_names_of(typename, field_names, rename)
    defaults = () if defaults is None else tuple(defaults)
    if len(defaults) > len(fields):
        raise TypeError('Got more default values than field names')
    known = dict(zip(fields[len(fields) - len(defaults):], defaults))
    return named_tuple(typename, fields, known, {} if module is None else {'__module__': module})
