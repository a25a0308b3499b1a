# refused
def go(payload):
    f(a=1, a=2)
