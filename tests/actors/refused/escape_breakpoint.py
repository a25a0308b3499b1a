# refused | NameError
def go(payload):
    breakpoint()
    return b""
