# refused | any error
def go(payload):
    return str(2 ** -1).encode()
