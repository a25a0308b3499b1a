# refused | any error
def go(payload):
    import json
    return repr(json.codecs.open).encode()
