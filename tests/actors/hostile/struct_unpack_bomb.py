# out_of_cycles|out_of_memory
import struct


def go(payload):
    data = bytes(1_000_000)
    while True:
        sum(struct.unpack("1000000B", data))
        for _ in struct.iter_unpack("B", data):
            pass
