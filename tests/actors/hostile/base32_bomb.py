# out_of_cycles out_of_memory
import base64


def go(payload):
    data = b"x" * 10 ** 6
    while True:
        data = base64.b32encode(data)
