# A counter that runs to a million.
def run(payload):
    i = 0
    while i < 1000000:
        i += 1
    return str(i).encode()
