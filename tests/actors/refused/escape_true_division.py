# refused | any error
def go(payload):
    return str(7 / 2).encode()
