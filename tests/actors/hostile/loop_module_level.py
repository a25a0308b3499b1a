# out_of_cycles
while True:
    pass


def go(payload):
    return b""
