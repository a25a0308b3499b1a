# JSONEncoder and JSONDecoder of json: a module of their own, so that only those who name them pay for them.
from json import dumps, loads

class JSONEncoder:
    item_separator = ', '
    key_separator = ': '

    def __init__(self, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, sort_keys=False, indent=None,
                 separators=None, default=None):
        self.skipkeys = skipkeys
        self.ensure_ascii = ensure_ascii
        self.check_circular = check_circular
        self.allow_nan = allow_nan
        self.sort_keys = sort_keys
        self.indent = indent
        if separators is not None:
            self.item_separator, self.key_separator = separators
        elif indent is not None:
            self.item_separator = ','
        if default is not None:
            self.default = default

    def default(self, o):
        raise TypeError(f'Object of type {o.__class__.__name__} is not JSON serializable')

    def encode(self, o):
        return dumps(o, skipkeys=self.skipkeys, ensure_ascii=self.ensure_ascii, sort_keys=self.sort_keys, indent=self.indent,
                     separators=(self.item_separator, self.key_separator), default=self.default)

    def iterencode(self, o, _one_shot=False):
        return iter([self.encode(o)])

class JSONDecoder:
    def __init__(self, *, object_hook=None, parse_float=None, parse_int=None, parse_constant=None, strict=True, object_pairs_hook=None):
        self.strict = strict
        self.object_hook = object_hook
        self.parse_float = parse_float
        self.parse_int = parse_int
        self.parse_constant = parse_constant
        self.object_pairs_hook = object_pairs_hook

    def decode(self, s):
        if not isinstance(s, str):
            raise TypeError(f'expected string or bytes-like object, got {type(s).__name__!r}')
        return loads(s, object_hook=self.object_hook, parse_float=self.parse_float, parse_int=self.parse_int,
                     parse_constant=self.parse_constant, object_pairs_hook=self.object_pairs_hook, strict=self.strict)
