# functools.singledispatchmethod; and the classes that an annotation's text names, for singledispatch: the names that the
# function sees in its module, `|` between them, Union[...] and Optional[...] around them.
from _classes import named
from functools import singledispatch, update_wrapper

__all__ = ['singledispatchmethod']
_missing = object()

_Union = type(int | None)

# None: not a class, nor classes with `|` between them. The kinds of typing are none: no class derives from them by having their methods.
def kinds_of(kind):
    if isinstance(kind, type) and kind.__module__ == 'typing':
        return None
    if type(kind).__name__ == '_UnionGenericAlias':
        return [*kind.__args__] if all([isinstance(each, type) for each in kind.__args__]) else None
    if isinstance(kind, _Union):
        return [*kind.__args__] if all([isinstance(each, type) for each in kind.__args__]) else None
    return [kind] if isinstance(kind, type) else None

# At the separators that no bracket encloses.
def _split(text, separator):
    parts, depth = [''], 0
    for c in text:
        depth += (c in '([{') - (c in ')]}')
        if c == separator and not depth:
            parts.append('')
        else:
            parts[-1] += c
    return [part.strip() for part in parts if part.strip()]

def _look_up(function, path):
    first, *rest = path.split('.')
    found = named(function, first, _missing)
    if found is _missing:
        raise NameError(f'name {first!r} is not defined')
    for name in rest:
        found = getattr(found, name)
    return found

# None where it is no class.
def _kinds(function, text):
    if text == 'None':
        return [type(None)]
    parts = _split(text, '|')
    head, bracket, inside = text.partition('[')
    if len(parts) == 1 and bracket:
        form = head.rpartition('.')[2]
        if form not in ('Union', 'Optional'):
            return [None]
        parts = _split(inside[:-1], ',') + ['None'] * (form == 'Optional')
    if len(parts) > 1 or bracket:
        return [kind for part in parts for kind in _kinds(function, part)]
    found = _look_up(function, text) if text.replace('.', '').replace('_', 'a').isalnum() and not text[0].isdigit() else None
    return kinds_of(found) or [None]

def _inside(function):
    while isinstance(function, (classmethod, staticmethod)):
        function = function.__func__
    return function

# As register(function) finds them; func is what was given beside it, which is then wrong.
def annotated_kinds(function, func):
    if func is not None:
        raise TypeError(f'Invalid first argument to `register()`. {function!r} is not a class or union type.')
    annotated = _inside(function)
    annotations = getattr(annotated, '__annotations__', {})
    if not annotations:
        raise TypeError(f'Invalid first argument to `register()`: {function!r}. Use either `@register(some_class)` or plain '
                        '`@register` on an annotated function.')
    name, text = next(iter(annotations.items()))
    kinds = _kinds(annotated, text) if isinstance(text, str) else kinds_of(text) or [None]
    if None in kinds:
        union = len(kinds) > 1
        raise TypeError(f"Invalid annotation for {name!r}. {text} {'not all arguments are classes' if union else 'is not a class'}.")
    return kinds, function

class singledispatchmethod:
    def __init__(self, func):
        if not callable(func) and not hasattr(func, '__get__'):
            raise TypeError(f'{func!r} is not callable or a descriptor')
        self.dispatcher = singledispatch(func)
        self.func = func

    def register(self, cls, method=None):
        return self.dispatcher.register(cls, func=method)

    def __get__(self, obj, cls=None):
        def method(*args, **kwargs):
            return self.dispatcher.dispatch(args[0].__class__).__get__(obj, cls)(*args, **kwargs)
        method.register = self.register
        update_wrapper(method, _inside(self.func))
        method.__wrapped__ = self.func
        return method
