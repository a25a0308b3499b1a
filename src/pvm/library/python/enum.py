# enum: classes whose members are known when the class is made; the metaclass looks members up when it is called.
import enum_making
from enum_making import (Builder, Space, check_final, check_order, create, data_repr, dunder, finish, inherited_new, look_up,
                         make_member, mixins, own_properties, properties)
_builtin_property = property
_Proxy = type({}.keys().mapping)
auto = enum_making.auto
_member_property = enum_making.property
member = enum_making.member
nonmember = enum_making.nonmember
_ready = False


class EnumType(type):
    @classmethod
    def __prepare__(metacls, cls, bases, **kwds):
        if not _ready:
            return {}
        check_final(cls, bases)
        space = Space(cls)
        space._mixed = mixins(cls, bases)
        first = space._mixed[1]
        if first is not None:
            space['_generate_next_value_'] = first._generate_next_value_
        return space

    def __new__(metacls, cls, bases, space, *, boundary=None, **kwds):
        if not _ready:
            return super().__new__(metacls, cls, bases, space)
        ignored = ['_ignore_', *space.pop('_ignore_', ())]
        names = [n for n in space._member_names if n not in ignored]
        if 'mro' in names:
            raise ValueError("invalid enum member name(s) 'mro'")
        order = space.pop('_order_', None)
        body = dict(space)
        for name in space._member_names:
            del body[name]
        for name in ignored:
            body.pop(name, None)
        kind, first = space._mixed
        new = body.get('__new__')
        if isinstance(new, staticmethod):
            new = new.__func__
        if new is None:
            new = inherited_new(kind, first)
        body.update(_new_member_=new, _use_args_=new is not object.__new__, _member_names_=[], _member_map_={},
                    _value2member_map_={}, _unhashable_values_=[], _member_type_=kind, _value_repr_=data_repr(bases),
                    _redirected_=properties(bases), _properties_=own_properties(body))
        if issubclass(first, Flag):
            body.update(_boundary_=boundary or getattr(first, '_boundary_', None), _flag_mask_=0, _singles_mask_=0,
                        _all_bits_=0, _inverted_=None)
        body['__new__'] = Enum.__new__
        body['_builder_'] = Builder(names, [space[n] for n in names])
        try:
            made = super().__new__(metacls, cls, bases, body, **kwds)
        except RuntimeError as e:
            failed = e.__cause__ or e
        else:
            failed = None
        if failed is not None:
            raise failed
        finish(made, bases, body, kind, first)
        if order is not None:
            check_order(made, order)
        return made

    def __init__(cls, *args, **kwds):
        pass

    def __bool__(cls):
        return True

    def __call__(cls, value, names=None, *, module=None, qualname=None, type=None, start=1, boundary=None):
        if names is None:
            return look_up(cls, value)
        return create(cls, value, names, module, qualname, type, start, boundary)

    def __contains__(cls, member):
        if not isinstance(member, Enum):
            raise TypeError("unsupported operand type(s) for 'in': '%s' and '%s'"
                            % (type(member).__qualname__, cls.__class__.__qualname__))
        return isinstance(member, cls) and member._name_ in cls._member_map_

    def __delattr__(cls, name):
        if name in cls._member_map_:
            raise AttributeError('%r cannot delete member %r.' % (cls.__name__, name))
        super().__delattr__(name)

    def __setattr__(cls, name, value):
        if name in cls._member_map_:
            raise AttributeError('cannot reassign member %r' % (name,))
        super().__setattr__(name, value)

    def __getattr__(cls, name):
        if dunder(name) or name == '_member_map_' or name not in cls._member_map_:
            raise AttributeError(name)
        return cls._member_map_[name]

    def __getitem__(cls, name):
        return cls._member_map_[name]

    def __iter__(cls):
        return (cls._member_map_[name] for name in cls._member_names_)

    def __reversed__(cls):
        return (cls._member_map_[name] for name in reversed(cls._member_names_))

    def __len__(cls):
        return len(cls._member_names_)

    @_builtin_property
    def __members__(cls):
        return _Proxy(cls._member_map_)

    def __repr__(cls):
        return '<%s %r>' % ('flag' if issubclass(cls, Flag) else 'enum', cls.__name__)


EnumMeta = EnumType

# Until _ready classes are made as they stand, without the work that a class with members takes.
class Enum(metaclass=EnumType):
    _member_names_ = []
    _member_map_ = {}
    _value2member_map_ = {}
    _unhashable_values_ = []
    _member_type_ = object
    _new_member_ = object.__new__
    _use_args_ = False
    _value_repr_ = None
    _redirected_ = {}

    # For programs: a member is made by _new_member_, and a class is called through EnumType.
    def __new__(cls, value):
        return look_up(cls, value)

    def __init__(self, *args, **kwds):
        pass

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start
        try:
            last_values.sort()
            return last_values[-1] + 1
        except TypeError:
            for v in reversed(last_values):
                try:
                    return v + 1
                except TypeError:
                    pass
            return start

    @classmethod
    def _missing_(cls, value):
        return None

    def __repr__(self):
        cls = self.__class__
        return '<%s.%s: %s>' % (cls.__name__, self._name_, (cls._value_repr_ or repr)(self._value_))

    def __str__(self):
        return '%s.%s' % (self.__class__.__name__, self._name_)

    def __format__(self, spec):
        return str.__format__(str(self), spec)

    def __hash__(self):
        return hash(self._name_)

    @_member_property
    def name(self):
        """The name of the Enum member."""
        return self._name_

    @_member_property
    def value(self):
        """The value of the Enum member."""
        return self._value_

    _properties_ = {'name': name, 'value': value}


class ReprEnum(Enum):
    _properties_ = {}
    _redirected_ = Enum._properties_


class IntEnum(int, ReprEnum):
    _member_type_ = int
    _new_member_ = int.__new__
    _use_args_ = True
    _value_repr_ = __str__ = int.__repr__
    __format__ = int.__format__
    __repr__ = Enum.__repr__
    __new__ = Enum.__new__


class StrEnum(str, ReprEnum):
    _member_type_ = str
    _use_args_ = True
    _value_repr_ = str.__repr__
    __str__ = str.__str__
    __format__ = str.__format__
    __repr__ = Enum.__repr__

    def _new_member_(cls, *values):
        if len(values) > 3:
            raise TypeError('too many arguments for str(): %r' % (values,))
        if len(values) == 1 and not isinstance(values[0], str):
            raise TypeError('%r is not a string' % (values[0],))
        if len(values) >= 2 and not isinstance(values[1], str):
            raise TypeError('encoding must be a string, not %r' % (values[1],))
        if len(values) == 3 and not isinstance(values[2], str):
            raise TypeError('errors must be a string, not %r' % (values[2],))
        value = str(*values)
        made = str.__new__(cls, value)
        made._value_ = value
        return made

    __new__ = Enum.__new__

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()


class FlagBoundary(StrEnum):
    _member_names_ = []
    _member_map_ = {}
    _value2member_map_ = {}


for _name in ('STRICT', 'CONFORM', 'EJECT', 'KEEP'):
    make_member(FlagBoundary, _name, _name.lower())
STRICT = FlagBoundary.STRICT
CONFORM = FlagBoundary.CONFORM
EJECT = FlagBoundary.EJECT
KEEP = FlagBoundary.KEEP


def _bits(n, width):
    size = n.bit_length()
    digits = '{:b}'.format(n if n >= 0 else n + (1 << size)).rjust(size, '0') if size else ''
    return '0b%d %s' % (n < 0, digits.rjust(width or 0, '1' if n < 0 else '0'))


class Flag(Enum):
    _numeric_repr_ = repr
    _boundary_ = STRICT
    _flag_mask_ = _singles_mask_ = _all_bits_ = 0
    _inverted_ = None
    _properties_ = {}
    _redirected_ = Enum._properties_

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not count:
            return start if start is not None else 1
        last = max(last_values)
        try:
            return 1 << last.bit_length()
        except Exception:
            raise TypeError('invalid flag value %r' % (last,)) from None

    @classmethod
    def _iter_member_by_value_(cls, value):
        value &= cls._flag_mask_
        while value > 0:
            bit = value & -value
            yield cls._value2member_map_.get(bit)
            value ^= bit

    _iter_member_ = _iter_member_by_value_

    @classmethod
    def _iter_member_by_def_(cls, value):
        yield from sorted(cls._iter_member_by_value_(value), key=lambda m: m._sort_order_)

    @classmethod
    def _missing_(cls, value):
        if not isinstance(value, int):
            raise ValueError('%r is not a valid %s' % (value, cls.__qualname__))
        mask, bits, boundary = cls._flag_mask_, cls._all_bits_, cls._boundary_
        if not ~bits <= value <= bits or value & (bits ^ mask):
            if boundary is STRICT:
                width = max(value.bit_length(), mask.bit_length())
                raise ValueError('%r invalid value %r\n    given %s\n  allowed %s'
                                 % (cls, value, _bits(value, width), _bits(mask, width)))
            if boundary is EJECT:
                return value
            if boundary is CONFORM:
                value = value & mask
            elif boundary is not KEEP:
                raise ValueError('%r unknown flag boundary %r' % (cls, boundary))
            elif value < 0:
                value = max(bits + 1, 1 << value.bit_length()) + value
        negative = None
        if value < 0:
            negative = value
            value = bits + 1 + value
        unknown = value & ~mask
        if unknown and boundary is not KEEP:
            raise ValueError('%s(%r) -->  unknown values %r [%s]' % (cls.__name__, value, unknown, _bits(unknown, 0)))
        made = _pseudo(cls, value)
        made = cls._value2member_map_.setdefault(made._value_, made)
        if negative is not None:
            cls._value2member_map_[negative] = made
        return made

    def __contains__(self, other):
        if not isinstance(other, self.__class__):
            raise TypeError("unsupported operand type(s) for 'in': %r and %r"
                            % (type(other).__qualname__, self.__class__.__qualname__))
        return other._value_ & self._value_ == other._value_

    def __iter__(self):
        yield from self._iter_member_(self._value_)

    def __len__(self):
        return self._value_.bit_count()

    def __repr__(self):
        cls = self.__class__
        value = (cls._value_repr_ or repr)(self._value_)
        return '<%s: %s>' % (cls.__name__, value) if self._name_ is None else '<%s.%s: %s>' % (cls.__name__, self._name_, value)

    def __str__(self):
        name = self.__class__.__name__
        return '%s(%r)' % (name, self._value_) if self._name_ is None else '%s.%s' % (name, self._name_)

    def __bool__(self):
        return bool(self._value_)

    def _other(self, other):
        if isinstance(other, self.__class__):
            return other._value_
        kind = self._member_type_
        return other if kind is not object and isinstance(other, kind) else None

    def __or__(self, other):
        n = self._other(other)
        return NotImplemented if n is None else self.__class__(self._value_ | n)

    def __and__(self, other):
        n = self._other(other)
        return NotImplemented if n is None else self.__class__(self._value_ & n)

    def __xor__(self, other):
        n = self._other(other)
        return NotImplemented if n is None else self.__class__(self._value_ ^ n)

    def __invert__(self):
        if self._inverted_ is None:
            rest = ~self._value_
            self._inverted_ = self.__class__(rest if self._boundary_ in (EJECT, KEEP) else self._singles_mask_ & rest)
        return self._inverted_

    __ror__ = __or__
    __rand__ = __and__
    __rxor__ = __xor__


# A member that the class did not name: several at once, or none.
def _pseudo(cls, value):
    kind, singles = cls._member_type_, cls._singles_mask_
    made = object.__new__(cls) if kind is object else kind.__new__(cls, value)
    if not hasattr(made, '_value_'):
        made._value_ = value
    made._name_ = None
    single, aliases = value & singles, value & ~singles
    if not single and not aliases:
        return made
    members = list(cls._iter_member_(single))
    combined = 0
    for m in members:
        combined |= m._value_
    if aliases:
        for m in cls._member_map_.values():
            if m not in members and m._value_ and m._value_ & value == m._value_:
                members.append(m)
                combined |= m._value_
    unknown = value ^ combined
    if not combined:
        return made
    if unknown and cls._boundary_ is STRICT:
        raise ValueError('%r: no members with value %r' % (cls, unknown))
    made._name_ = '|'.join([m._name_ for m in members])
    if unknown:
        made._name_ += '|%s' % cls._numeric_repr_(unknown)
    return made


class IntFlag(int, ReprEnum, Flag):
    _member_type_ = int
    _new_member_ = int.__new__
    _use_args_ = True
    _value_repr_ = __str__ = int.__repr__
    __format__ = int.__format__
    __repr__ = Flag.__repr__
    __new__ = Enum.__new__
    _boundary_ = KEEP
    __or__ = __ror__ = Flag.__or__
    __and__ = __rand__ = Flag.__and__
    __xor__ = __rxor__ = Flag.__xor__
    __invert__ = Flag.__invert__


property = _member_property
enum_making.know(EnumType, Enum, ReprEnum, Flag, EJECT)
_ready = True


def unique(enumeration):
    twice = ['%s -> %s' % (alias, m.name) for alias, m in enumeration.__members__.items() if alias != m.name]
    if twice:
        raise ValueError('duplicate values found in %r: %s' % (enumeration, ', '.join(twice)))
    return enumeration
