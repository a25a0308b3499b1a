# A million calls of a function with two arguments.
def step(a, b):
    return a + b


def run(payload):
    total = 0
    for i in range(1000000):
        total = step(total, 3)
    return str(total).encode()
