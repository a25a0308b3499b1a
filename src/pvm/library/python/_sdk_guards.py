# Decorators of handlers: only_self and only_owner raise Unauthorized for any other sender; names of cowboy_sdk.
from _callers import require_owner, require_self

__all__ = ['only_owner', 'only_self']

def _guarded(handler, mark, require):
    if type(handler) is not type(_guarded):
        raise TypeError(f'@{mark} takes a function, not {type(handler).__name__}: write it directly above def')
    def guarded(*args, **kwargs):
        require(guarded.__name__)
        return handler(*args, **kwargs)
    guarded.__name__ = handler.__name__
    guarded.__qualname__ = handler.__qualname__
    guarded.__module__ = handler.__module__
    guarded.__doc__ = handler.__doc__
    guarded.__wrapped__ = handler
    return guarded

def only_self(handler):
    if getattr(handler, '__name__', '') == 'deploy':
        raise TypeError('@only_self on deploy: its sender is always the deployer')
    return _guarded(handler, 'only_self', require_self)

# deploy is not wrapped: nobody else can call it, and the chain asks whether it takes a payload.
def only_owner(handler):
    if getattr(handler, '__name__', '') == 'deploy':
        return handler
    return _guarded(handler, 'only_owner', require_owner)
