# What typing's forms say where they are called, derived from or held against a class.
from typing import Any, _SpecialGenericAlias

def called(form, args, kwargs):
    if isinstance(form, _SpecialGenericAlias):
        if form.__origin__.__module__ != 'builtins':
            return form.__origin__(*args, **kwargs)
        raise TypeError('Type %s cannot be instantiated; use %s() instead' % (form.__name__, form.__origin__.__name__))
    if form.__name__ == 'Annotated':
        raise TypeError('Type Annotated cannot be instantiated.')
    raise TypeError('Any cannot be instantiated' if form is Any else 'Cannot instantiate %r' % (form,))

def entries(form, bases):
    if not isinstance(form, _SpecialGenericAlias):
        raise TypeError('Cannot subclass %r' % (form,))
    import _typing_aliases
    return _typing_aliases.entries(form, bases)

def has_subclass(form, kind):
    if not isinstance(form, _SpecialGenericAlias):
        raise TypeError('%r cannot be used with issubclass()' % (form,))
    return issubclass(kind.__origin__ if isinstance(kind, _SpecialGenericAlias) else kind, form.__origin__)
