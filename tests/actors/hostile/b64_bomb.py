# revert | out_of_cycles | out_of_memory
def go(payload):
    import base64
    x = b'a' * 3 * 10**6
    for _ in range(1000):
        x = base64.b64encode(x)
    return b''
