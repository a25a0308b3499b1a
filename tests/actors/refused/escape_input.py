# refused | NameError
def go(payload):
    input()
    return b""
