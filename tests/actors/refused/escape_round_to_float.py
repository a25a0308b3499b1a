# refused | any error
def go(payload):
    return repr((5).__truediv__(2)).encode()
