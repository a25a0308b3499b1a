# out_of_cycles | out_of_memory
def go(payload):
    s = bytearray(b"ab")
    while True:
        s += s
