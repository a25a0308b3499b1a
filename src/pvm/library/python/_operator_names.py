# The names of operator with two underscores on either side, which are those without; and its functions that few programs use.
import operator as _operator

__all__ = ['__add__', '__sub__', '__mul__', '__matmul__', '__truediv__', '__floordiv__', '__mod__', '__pow__', '__lshift__',
           '__rshift__', '__xor__', '__neg__', '__pos__', '__inv__', '__invert__', '__abs__', '__lt__', '__le__', '__eq__',
           '__ne__', '__gt__', '__ge__', '__concat__', '__contains__', '__getitem__', '__setitem__', '__delitem__', '__iadd__',
           '__iand__', '__ifloordiv__', '__ilshift__', '__imatmul__', '__imod__', '__imul__', '__ior__', '__ipow__',
           '__irshift__', '__isub__', '__itruediv__', '__ixor__', '__call__', '__index__', '__iconcat__', '__and__', '__or__',
           '__not__', 'iconcat', 'length_hint']

def iconcat(a, b, /):
    if isinstance(a, int) or not hasattr(type(a), '__getitem__') or not (hasattr(type(a), '__add__') or hasattr(type(a), '__iadd__')):
        raise TypeError("'%s' object can't be concatenated" % (type(a).__name__,))
    a += b
    return a

def length_hint(obj, default=0, /):
    if not isinstance(default, int):
        raise TypeError("'%s' object cannot be interpreted as an integer" % (type(default).__name__,))
    kind = type(obj)
    if hasattr(kind, '__len__'):
        try:
            return len(obj)
        except TypeError:
            pass
    hint = getattr(kind, '__length_hint__', None)
    if hint is None:
        return default
    try:
        found = hint(obj)
    except TypeError:
        return default
    if found is NotImplemented:
        return default
    if not isinstance(found, int):
        raise TypeError('__length_hint__ must be an integer, not %s' % (type(found).__name__,))
    if found < 0:
        raise ValueError('__length_hint__() should return >= 0')
    if found >> 63:
        raise OverflowError('Python int too large to convert to C ssize_t')
    return found + 0

__add__ = _operator.add
__sub__ = _operator.sub
__mul__ = _operator.mul
__matmul__ = _operator.matmul
__truediv__ = _operator.truediv
__floordiv__ = _operator.floordiv
__mod__ = _operator.mod
__pow__ = _operator.pow
__lshift__ = _operator.lshift
__rshift__ = _operator.rshift
__xor__ = _operator.xor
__neg__ = _operator.neg
__pos__ = _operator.pos
__inv__ = _operator.inv
__invert__ = _operator.invert
__abs__ = _operator.abs
__lt__ = _operator.lt
__le__ = _operator.le
__eq__ = _operator.eq
__ne__ = _operator.ne
__gt__ = _operator.gt
__ge__ = _operator.ge
__concat__ = _operator.concat
__contains__ = _operator.contains
__getitem__ = _operator.getitem
__setitem__ = _operator.setitem
__delitem__ = _operator.delitem
__iadd__ = _operator.iadd
__iand__ = _operator.iand
__ifloordiv__ = _operator.ifloordiv
__ilshift__ = _operator.ilshift
__imatmul__ = _operator.imatmul
__imod__ = _operator.imod
__imul__ = _operator.imul
__ior__ = _operator.ior
__ipow__ = _operator.ipow
__irshift__ = _operator.irshift
__isub__ = _operator.isub
__itruediv__ = _operator.itruediv
__ixor__ = _operator.ixor
__call__ = _operator.call
__index__ = _operator.index
__iconcat__ = iconcat
__and__ = _operator.and_
__or__ = _operator.or_
__not__ = _operator.not_
