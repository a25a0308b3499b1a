# refused | NameError
def go(payload):
    compile("1", "f", "eval")
    return b""
