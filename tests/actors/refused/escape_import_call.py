# refused | NameError
def go(payload):
    __import__("os")
    return b""
