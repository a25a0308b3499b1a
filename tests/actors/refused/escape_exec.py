# refused | NameError
def go(payload):
    exec("x = 1")
    return b""
