# revert
def go(payload):
    f = lambda g: g(g)
    return f(f)
