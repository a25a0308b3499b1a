# functools.total_ordering: the comparisons that a class does not define, out of the one that it does.
__all__ = ['total_ordering']

# From the comparison `root`, which may give NotImplemented: its contrary, and equality beside either.
def _contrary(root):
    def method(self, other):
        said = getattr(type(self), root)(self, other)
        return said if said is NotImplemented else not said
    return method

def _or_equal(root):
    def method(self, other):
        said = getattr(type(self), root)(self, other)
        return said if said is NotImplemented else said or self == other
    return method

def _and_unequal(root):
    def method(self, other):
        said = getattr(type(self), root)(self, other)
        return said if said is NotImplemented else said and self != other
    return method

def _contrary_or_equal(root):
    def method(self, other):
        said = getattr(type(self), root)(self, other)
        return said if said is NotImplemented else not said or self == other
    return method

def _contrary_and_unequal(root):
    def method(self, other):
        said = getattr(type(self), root)(self, other)
        return said if said is NotImplemented else not said and self != other
    return method

_MADE = {'lt': (('gt', _contrary_and_unequal), ('le', _or_equal), ('ge', _contrary)),
         'le': (('ge', _contrary_or_equal), ('lt', _and_unequal), ('gt', _contrary)),
         'gt': (('lt', _contrary_and_unequal), ('ge', _or_equal), ('le', _contrary)),
         'ge': (('le', _contrary_or_equal), ('gt', _and_unequal), ('lt', _contrary))}

def total_ordering(cls):
    def has(name):
        name = '__%s__' % name
        return getattr(cls, name, None) is not getattr(object, name, None)
    for root, others in _MADE.items():
        if has(root):
            break
    else:
        raise ValueError('must define at least one ordering operation: < > <= >=')
    for name, make in [pair for pair in others if not has(pair[0])]:
        method = make('__%s__' % root)
        method.__name__ = '__%s__' % name
        method.__qualname__ = '_%s_from_%s' % (name, root)
        setattr(cls, method.__name__, method)
    return cls
