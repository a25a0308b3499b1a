# refused
def go(payload):
    f(x for x in payload, 1)
