# revert
def go(payload):
    a, b = {}, {}
    a[0] = b
    b[0] = a
    return str(a == b).encode()
