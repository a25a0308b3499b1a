# revert | out_of_memory
def go(payload):
    import json
    return repr(json.loads("[" * 100000 + "]" * 100000)).encode()
