# refused | any error
def go(payload):
    return repr(go.__globals__["__builtins__"]).encode()
