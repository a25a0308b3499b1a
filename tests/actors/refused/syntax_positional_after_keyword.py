# refused
def go(payload):
    f(a=1, 2)
