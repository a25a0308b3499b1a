# A million steps of a checksum.
def run(payload):
    total = 1
    for i in range(1000000):
        total = (total * 31 + i) % 65521
    return str(total).encode()
