# refused
def f(x=0.5):
    return x


def go(payload):
    return b""
