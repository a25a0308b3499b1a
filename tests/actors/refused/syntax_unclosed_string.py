# refused
def go(payload):
    return 'abc
