"""base64: b64encode and b64decode, as an envelope needs them."""
import base64
import json
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


class Program:
    def go(self, payload):
        for data in (b'', b'a', b'ab', b'abc', b'\xff\xfe\xfd\xfc', bytes(range(40)), b'hello world' * 5):
            encoded = base64.b64encode(data)
            out(encoded)
            out(encoded.decode())
            out(base64.b64decode(encoded) == data)
            out(base64.b64decode(encoded.decode()) == data)
        envelope = json.dumps({'_handler': 'ring', '_payload': base64.b64encode(payload).decode()}).encode()
        back = json.loads(envelope)
        out(envelope)
        out(base64.b64decode(back['_payload']))
        out(back['_handler'])
