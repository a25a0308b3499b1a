"""json: hooks of loads and dumps, JSONEncoder and JSONDecoder."""
import json
from json import JSONDecoder, JSONEncoder

import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def tried(thunk):
    try:
        out(thunk())
    except Exception as e:
        pvm_host.emit_event("out", f"{type(e).__name__}: {e}".encode())


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y


class Encoder(JSONEncoder):
    def default(self, o):
        if isinstance(o, Point):
            return {"x": o.x, "y": o.y}
        if isinstance(o, (set, frozenset)):
            return sorted(o)
        return super().default(o)


class Configured(json.JSONEncoder):
    def __init__(self, **kwargs):
        super().__init__(**{**kwargs, "indent": 1, "sort_keys": True})


class Whole(JSONEncoder):
    def encode(self, o):
        return "<" + super().encode(o) + ">"


class Decoder(JSONDecoder):
    def __init__(self, **kwargs):
        super().__init__(object_hook=lambda d: Point(d["x"], d["y"]) if set(d) == {"x", "y"} else d, **kwargs)


def fails(d):
    raise KeyError("hook")


TEXT = '{"a": {"x": 1, "y": [2, {"x": 3, "y": 4}]}, "b": [1.5, -2, 3e2], "a": 7, "n": null}'


def go(payload):
    out(json.dumps([Point(1, 2), {3, 1}, {"k": Point(0, {5})}], cls=Encoder), Encoder().encode(Point(1, 2)))
    tried(lambda: json.dumps(object, cls=Encoder))
    tried(lambda: Encoder().encode(Decoder))
    tried(lambda: JSONEncoder().encode(Point))
    tried(lambda: JSONEncoder().default(5))
    out(json.dumps({"b": [1, 2], "a": {}}, cls=Configured), json.dumps([1], cls=Whole), json.dumps([1], cls=None))
    out(JSONEncoder(indent=2, sort_keys=True).encode({"b": 1, "a": [1]}), JSONEncoder(separators=(",", ":")).encode({"a": [1, 2]}))
    out(JSONEncoder(default=str).encode([Ellipsis]), JSONEncoder(ensure_ascii=False).encode("é"), JSONEncoder(skipkeys=True).encode({(1,): 2, "a": 1}))
    out("".join(Encoder().iterencode([Point(1, 2), "a"])), JSONEncoder.item_separator, JSONEncoder(indent=1).item_separator)
    out(json.dumps([{1}], default=list), json.dumps({"a": 1}, check_circular=False, allow_nan=False))
    out(json.loads(TEXT, parse_float=str), json.loads(TEXT, parse_float=str, object_pairs_hook=list))
    out(json.loads(TEXT, parse_float=len, parse_int=lambda s: "i" + s), json.loads("[1, -20]", parse_int=str))
    log = []
    out(json.loads(TEXT, parse_float=str, object_hook=lambda d: log.append(sorted(d)) or len(d)), log)
    out(json.loads(b'{"a": {}}', object_pairs_hook=tuple), json.loads(bytearray(b'[{"a": 1}]'), object_hook=lambda d: list(d.items())))
    out(json.loads("{}", object_hook=lambda d: None), json.loads("{}", object_hook=len, object_pairs_hook=lambda p: p))
    tried(lambda: json.loads(TEXT, parse_float=str, object_hook=fails))
    tried(lambda: json.loads("[1]", parse_int=fails))
    tried(lambda: json.loads("[1", object_hook=dict))
    p = json.loads('{"p": {"x": 1, "y": {"x": 2, "y": 3}}}', cls=Decoder)["p"]
    out(p.x, p.y.x, p.y.y)
    out(JSONDecoder().decode(' [1, {"a": "b"}] '), JSONDecoder(parse_int=str).decode("[1]"), json.loads("[1]", cls=JSONDecoder, parse_int=str))
    tried(lambda: JSONDecoder().decode("[1"))
    out(json.JSONEncoder is JSONEncoder, issubclass(Encoder, json.JSONEncoder))
