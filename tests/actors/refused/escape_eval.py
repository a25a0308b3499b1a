# refused | NameError
def go(payload):
    eval("1")
    return b""
