# How classes with members are made: the namespace of their bodies, and the builder in it, which makes the members before
# __init_subclass__ is told of the class. For enum, which tells what its own classes are when it has made them.
_builtin_property = property
_Function = type(lambda: 0)
_DESCRIPTORS = (_Function, _builtin_property, staticmethod, classmethod, type(int.__add__))
_DATA = (int, str, bytes, bytearray, tuple, list, dict, set, frozenset)
_SUNDERS = ('_order_', '_generate_next_value_', '_numeric_repr_', '_missing_', '_ignore_', '_iter_member_',
            '_iter_member_by_value_', '_iter_member_by_def_')
_TEXTS = ('__repr__', '__str__', '__format__')
_OPERATORS = ('__or__', '__and__', '__xor__', '__ror__', '__rand__', '__rxor__', '__invert__')
_unset = object()
EnumType = Enum = ReprEnum = Flag = EJECT = None


class nonmember:
    def __init__(self, value):
        self.value = value


class member:
    def __init__(self, value):
        self.value = value


class auto:
    def __init__(self, value=_unset):
        self.value = value

    def __repr__(self):
        return 'auto(%s)' % ('_auto_null' if self.value is _unset else repr(self.value),)


class property:
    """A property of members; asked of the class it stands for the member of its name."""
    def __init__(self, fget=None, fset=None, fdel=None, doc=None):
        self.fget = fget
        self.fset = fset
        self.fdel = fdel
        self.__doc__ = doc if doc is not None or fget is None else fget.__doc__

    def getter(self, fget):
        return self._with(fget, self.fset, self.fdel)

    def setter(self, fset):
        return self._with(self.fget, fset, self.fdel)

    def deleter(self, fdel):
        return self._with(self.fget, self.fset, fdel)

    def _with(self, *parts):
        return self.__class__(*parts, self.__doc__)

    def __get__(self, instance, owner=None):
        if instance is not None and self.fget is not None:
            return self.fget(instance)
        known = owner._member_map_
        if self.name not in known:
            raise AttributeError('%r has no attribute %r' % (owner, self.name))
        return known[self.name]

    def __set__(self, instance, value):
        if self.fset is None:
            raise AttributeError('<enum %r> cannot set attribute %r' % (self.clsname, self.name))
        self.fset(instance, value)

    def __delete__(self, instance):
        if self.fdel is None:
            raise AttributeError('<enum %r> cannot delete attribute %r' % (self.clsname, self.name))
        self.fdel(instance)

    def __set_name__(self, owner, name):
        self.name = name
        self.clsname = owner.__name__


def dunder(name):
    return len(name) > 4 and name[:2] == name[-2:] == '__' and name[2] != '_' and name[-3] != '_'


def _sunder(name):
    return len(name) > 2 and name[0] == name[-1] == '_' and name[1] != '_' and name[-2] != '_'


def _descriptor(value):
    kind = type(value)
    if kind in _DATA:
        return False
    return kind in _DESCRIPTORS or hasattr(value, '__get__') or hasattr(value, '__set__') or hasattr(value, '__delete__')


def know(*classes):
    global EnumType, Enum, ReprEnum, Flag, EJECT
    EnumType, Enum, ReprEnum, Flag, EJECT = classes


def _single_bit(n):
    return n > 0 and n & (n - 1) == 0


class Space(dict):
    """The namespace of a class body: tells members from the rest, and gives auto() its value."""
    def __init__(self, name):
        super().__init__()
        self._private = '_%s__' % name
        self._member_names = {}
        self._values = []
        self._ignored = []
        self._counted = False
        self._next = None

    def __setitem__(self, key, value):
        if key[0] == '_':
            if key[-1] == '_' or not key.startswith(self._private):
                key, value = self._special(key, value)
        elif type(value) is not _Function or key in self._member_names:
            value = self._plain(key, value)
        dict.__setitem__(self, key, value)

    def _special(self, key, value):
        if key[-2:] == '__' and dunder(key):
            return '_order_' if key == '__order__' else key, value
        if key[-1] == '_' and _sunder(key):
            if key not in _SUNDERS:
                raise ValueError('_sunder_ names, such as %r, are reserved for future Enum use' % (key,))
            if key == '_generate_next_value_':
                if self._counted:
                    raise TypeError('_generate_next_value_ must be defined before members')
                self._next = value.__func__ if isinstance(value, staticmethod) else value
            elif key == '_ignore_':
                value = value.replace(',', ' ').split() if isinstance(value, str) else list(value)
                self._ignored = value
                already = set(value) & set(self._member_names)
                if already:
                    raise ValueError('_ignore_ cannot specify already set names: %r' % (already,))
            return key, value
        return key, self._plain(key, value)

    def _plain(self, key, value):
        if key in self._member_names:
            raise TypeError('%r already defined as %r' % (key, self[key]))
        if key in self._ignored:
            return value
        if isinstance(value, nonmember):
            return value.value
        if isinstance(value, member):
            return self._add(key, value.value)
        return value if _descriptor(value) else self._add(key, value)

    def _add(self, key, value):
        if key in self:
            raise TypeError('%r already defined as %r' % (key, self[key]))
        if isinstance(value, auto):
            value = self._counted_value(key, value)
        elif type(value) is tuple and any(isinstance(v, auto) for v in value):
            value = tuple([self._counted_part(key, v) for v in value])
            self._member_names[key] = None
            return value
        self._member_names[key] = None
        self._values.append(value)
        return value

    def _counted_value(self, key, given):
        if given.value is _unset:
            given.value = self._next(key, 1, len(self._member_names), self._values[:])
            self._counted = True
        return given.value

    def _counted_part(self, key, part):
        if not isinstance(part, auto):
            return part
        self._values.append(self._counted_value(key, part))
        return self._values[-1]

    def update(self, members=(), **more):
        for name, value in members.items() if isinstance(members, dict) else members:
            self[name] = value
        for name, value in more.items():
            self[name] = value


class Builder:
    def __init__(self, names, values):
        self.names = names
        self.values = values

    def __set_name__(self, cls, name):
        type.__delattr__(cls, name)
        for key, value in zip(self.names, self.values):
            make_member(cls, key, value)


def make_member(cls, name, value):
    args = value if isinstance(value, tuple) else (value,)
    kind = cls._member_type_
    if kind is tuple:
        args = (args,)
    made = cls._new_member_(cls, *args) if cls._use_args_ else cls._new_member_(cls)
    if not hasattr(made, '_value_'):
        if kind is object:
            made._value_ = value
        else:
            try:
                made._value_ = kind(*args)
            except Exception as e:
                raise TypeError('_value_ not set in __new__, unable to create it') from e
    value = made._value_
    made._name_ = name
    made.__objclass__ = cls
    made.__init__(*args)
    made._sort_order_ = len(cls._member_names_)
    is_flag = Flag is not None and issubclass(cls, Flag)
    if is_flag:
        mask = cls._flag_mask_
        mask |= value
        type.__setattr__(cls, '_flag_mask_', mask)
        if _single_bit(value):
            type.__setattr__(cls, '_singles_mask_', cls._singles_mask_ | value)
        type.__setattr__(cls, '_all_bits_', (1 << mask.bit_length()) - 1)
    known = _find(cls, value)
    if known is not None:
        made = known
    elif not is_flag or _single_bit(value):
        cls._member_names_.append(name)
    _place(cls, name, made)
    cls._member_map_[name] = made
    try:
        cls._value2member_map_.setdefault(value, made)
    except TypeError:
        cls._unhashable_values_.append(value)


def _find(cls, value):
    try:
        return cls._value2member_map_.get(value)
    except TypeError:
        for known in cls._member_map_.values():
            if known._value_ == value:
                return known
        return None


# Where a base has a property of the member's name, a property of both takes its place.
def _place(cls, name, made):
    found = cls._redirected_.get(name)
    if found is None:
        type.__setattr__(cls, name, made)
        return
    both = property(found.fget, found.fset, found.fdel)
    both.member = made
    both.__set_name__(cls, name)
    type.__setattr__(cls, name, both)


# The properties that the members of a class may have the names of: of its bases, nearest first.
def properties(bases):
    known = {}
    for base in reversed(bases):
        if isinstance(base, EnumType):
            near = {**base._redirected_, **base._properties_}
        else:
            near = own_properties(base.__dict__) if base not in _DATA else {}
        for name, there in near.items():
            if isinstance(there, property) or not isinstance(known.get(name), property):
                known[name] = there
    return known


def own_properties(space):
    return {k: v for k, v in space.items() if type(v) in (property, _builtin_property)}


def check_final(name, bases):
    for chain in bases:
        for base in chain.__mro__:
            if isinstance(base, EnumType) and base._member_names_:
                raise TypeError('<enum %r> cannot extend %r' % (name, base))


def mixins(name, bases):
    if not bases:
        return object, Enum
    first = bases[-1]
    if not isinstance(first, EnumType):
        raise TypeError('new enumerations should be created as `EnumName([mixin_type, ...] [data_type,] enum_type)`')
    kinds = []
    for chain in bases:
        kind = _data_type(chain)
        if kind is not None and kind not in kinds:
            kinds.append(kind)
    if len(kinds) > 1:
        raise TypeError('too many data types for %r: %r' % (name, set(kinds)))
    return kinds[0] if kinds else object, first


def _data_type(chain):
    candidate = None
    for base in chain.__mro__:
        if base is object:
            continue
        if isinstance(base, EnumType):
            if base._member_type_ is not object:
                return base._member_type_
        elif base in _DATA or '__new__' in base.__dict__ or '__dataclass_fields__' in base.__dict__:
            return candidate or base
        else:
            candidate = candidate or base
    return None


def data_repr(bases):
    for chain in bases:
        for base in chain.__mro__:
            if base is object:
                continue
            if isinstance(base, EnumType):
                return base._value_repr_
            if base in _DATA:
                return base.__repr__
            if '__repr__' in base.__dict__:
                return base.__dict__['__repr__']
    return None


def inherited_new(kind, first):
    return first._new_member_ if first._member_type_ is kind else kind.__new__


def finish(cls, bases, body, kind, first):
    place = type.__setattr__
    told = cls.__dict__
    if ReprEnum in bases:
        if kind is object:
            raise TypeError('ReprEnum subclasses must be mixed with a data type (i.e. int, str, float, etc.)')
        if '__format__' not in told:
            place(cls, '__format__', kind.__format__)
        if '__str__' not in told:
            text = kind.__str__
            place(cls, '__str__', kind.__repr__ if text is object.__str__ else text)
    for name in _TEXTS:
        if name not in told and getattr(cls, name) in (getattr(kind, name), getattr(object, name)):
            place(cls, name, getattr(first, name))
    if not issubclass(cls, Flag):
        return
    for name in _OPERATORS:
        if name not in told:
            place(cls, name, getattr(Flag, name))
    values = [m._value_ for m in cls]
    if values != sorted(values):
        place(cls, '_iter_member_', cls._iter_member_by_def_)


def check_order(cls, order):
    if isinstance(order, str):
        order = order.replace(',', ' ').split()
    known = cls._member_map_
    order = [o for o in order if o not in known or o in cls._member_names_]
    if order != cls._member_names_:
        raise TypeError('member order does not match _order_:\n  %r\n  %r' % (cls._member_names_, order))


def look_up(cls, value):
    if type(value) is cls:
        return value
    found = _find(cls, value)
    if found is not None:
        return found
    if not cls._member_map_:
        raise TypeError('%r has no members defined' % (cls,))
    wrong = ValueError('%r is not a valid %s' % (value, cls.__qualname__))
    try:
        made = cls._missing_(value)
    except Exception as e:
        if not isinstance(e, ValueError):
            e.__context__ = wrong
        raise
    if isinstance(made, cls):
        return made
    if issubclass(cls, Flag) and cls._boundary_ is EJECT and isinstance(made, int):
        return made
    if made is None:
        raise wrong
    e = TypeError('error in %s._missing_: returned %r instead of None or a valid member' % (cls.__name__, made))
    e.__context__ = wrong
    raise e


def create(cls, name, names, module, qualname, kind, start, boundary):
    metacls = cls.__class__
    bases = (cls,) if kind is None else (kind, cls)
    space = metacls.__prepare__(name, bases)
    first = mixins(name, bases)[1]
    if isinstance(names, str):
        names = names.replace(',', ' ').split()
    if isinstance(names, (tuple, list)) and names and isinstance(names[0], str):
        pairs, values = [], []
        for count, each in enumerate(names):
            value = first._generate_next_value_(each, start, count, values[:])
            values.append(value)
            pairs.append((each, value))
        names = pairs
    for item in names:
        key, value = (item, names[item]) if isinstance(item, str) else item
        space[key] = value
    if module is not None:
        space['__module__'] = module
    if qualname is not None:
        space['__qualname__'] = qualname
    return metacls.__new__(metacls, name, bases, space, boundary=boundary)
