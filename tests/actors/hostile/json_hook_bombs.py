# revert|out_of_cycles|out_of_memory
import json


def go(payload):
    b = bytearray(b'[{"a": "' + b"x" * 1000 + b'"}, {"b": "' + b"y" * 1000 + b'"}]')

    def spoils(d):
        for i in range(len(b)):
            b[i] = 255
        b.clear()
        return d
    assert json.loads(b, object_hook=spoils)[1] == {"b": "y" * 1000}

    def again(d):
        return json.loads('{"a": 1}', object_hook=again)
    try:
        json.loads("{}", object_hook=again)
    except RecursionError:
        pass
    while True:
        json.dumps([{1}] * 100, default=lambda s: [s])
