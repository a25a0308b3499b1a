# revert
def go(payload):
    import json
    a = []
    a.append(a)
    return json.dumps(a).encode()
