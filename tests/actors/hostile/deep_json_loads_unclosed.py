# revert | out_of_memory
def go(payload):
    import json
    return repr(json.loads("{\"a\":" * 100000)).encode()
