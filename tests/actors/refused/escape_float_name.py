# refused | any error
def go(payload):
    return str(float("1.5")).encode()
