# refused | any error
def go(payload):
    import json
    return repr(json.__loader__.load_module("os")).encode()
