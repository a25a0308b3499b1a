# out_of_cycles|out_of_memory
import struct


def go(payload):
    n = 0
    while True:
        struct.calcsize("B" * 50_000 + str(n) + "x")
        n += 1
