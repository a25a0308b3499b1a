# revert
def f(a, b=1, *, c=2):
    return a, b, c


def go(payload):
    f.__defaults__ = tuple(range(50))
    f()
    f.__kwdefaults__ = {5: 6}
    f()
