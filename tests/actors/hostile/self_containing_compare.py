# revert
def go(payload):
    a, b = [], []
    a.append(b)
    b.append(a)
    return str(a == b).encode()
