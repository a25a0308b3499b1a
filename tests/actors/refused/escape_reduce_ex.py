# refused | any error
def go(payload):
    return repr((5).__reduce_ex__(2)[0].__globals__).encode()
