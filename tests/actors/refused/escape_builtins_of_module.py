# refused | any error
def go(payload):
    import json
    return repr(json.__builtins__).encode()
