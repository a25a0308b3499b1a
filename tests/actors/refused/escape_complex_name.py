# refused | any error
def go(payload):
    return str(complex(1, 2)).encode()
