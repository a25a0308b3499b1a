# revert | out_of_memory
def go(payload):
    a, b = [], []
    for _ in range(100000):
        a, b = [a], [b]
    return str(a == b).encode()
