# out_of_cycles|out_of_memory
import struct


def go(payload):
    try:
        struct.calcsize("99999999999999999999999999999999999999999999x")
    except struct.error:
        pass
    assert struct.calcsize("9000000000000000000x") == 9000000000000000000
    struct.pack("4000000000x")
