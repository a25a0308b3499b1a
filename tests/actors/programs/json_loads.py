"""json.loads: every kind, whitespace, escapes, big numbers, and the exact complaints."""
import json
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def tried(thunk):
    try:
        out(thunk())
    except Exception as e:
        pvm_host.emit_event("out", f"{type(e).__name__}: {e}".encode())


class Program:
    def go(self, payload):
        out(json.loads('null'))
        out(json.loads('true'))
        out(json.loads(' [1, -2, 0, 30] '))
        out(json.loads('"a\\"b\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u00e9"'))
        out(json.loads('{"a": {"b": [1, {"c": null}]}, "d": false}'))
        out(json.loads('[]'))
        out(json.loads('{}'))
        out(json.loads('{"a": 1, "a": 2}'))
        out(json.loads('123456789012345678901234567890'))
        out(json.loads('"\\ud83d\\ude00"'))
        out(json.loads('"日本"'))
        out(json.loads(b'{"k": "\xc3\xa9"}'))
        out(json.loads(bytearray(b'[1]')))
        out(json.loads('\t\r\n [ 1 ,\n2 ] '))
        out(json.loads('{"b": 1, "a": 2}'))
        out(json.loads(json.dumps({'k': [1, 'é', None, True, {'n': 2**70}]})))
        out(json.loads('[1, 2]')[0])
        out(json.loads('{"_handler": "h", "_payload": "AA=="}'))
        tried(lambda: json.loads(''))
        tried(lambda: json.loads(' '))
        tried(lambda: json.loads('[1'))
        tried(lambda: json.loads('[1,'))
        tried(lambda: json.loads('[1,]'))
        tried(lambda: json.loads('[1 2]'))
        tried(lambda: json.loads('{"a"}'))
        tried(lambda: json.loads('{"a":}'))
        tried(lambda: json.loads('{"a": 1'))
        tried(lambda: json.loads('{"a": 1,}'))
        tried(lambda: json.loads('{a: 1}'))
        tried(lambda: json.loads("{'a': 1}"))
        tried(lambda: json.loads('{1: 2}'))
        tried(lambda: json.loads('"abc'))
        tried(lambda: json.loads('"a\nb"'))
        tried(lambda: json.loads('"\\x"'))
        tried(lambda: json.loads('"\\u12"'))
        tried(lambda: json.loads('nul'))
        tried(lambda: json.loads('True'))
        tried(lambda: json.loads('01'))
        tried(lambda: json.loads('-'))
        tried(lambda: json.loads('+1'))
        tried(lambda: json.loads('1 2'))
        tried(lambda: json.loads('[1] x'))
        tried(lambda: json.loads('[\n1,\n}'))
        tried(lambda: json.loads(5))
        tried(lambda: json.loads(None))
        tried(lambda: json.loads(']'))
        tried(lambda: json.loads('{"a": 1 "b": 2}'))
        try:
            json.loads('[1,\n 2,\n x]')
        except json.JSONDecodeError as e:
            out(e.msg)
            out(e.pos)
            out(e.lineno)
            out(e.colno)
            out(isinstance(e, ValueError))
            out(type(e).__name__)
        try:
            json.loads('{')
        except ValueError as e:
            out(str(e))
