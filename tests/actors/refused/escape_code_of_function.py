# refused | any error
def go(payload):
    return repr(go.__code__.co_code).encode()
