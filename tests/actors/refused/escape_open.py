# refused | NameError
def go(payload):
    open("x")
    return b""
