# refused | any error
def go(payload):
    return repr(len.__self__.open).encode()
