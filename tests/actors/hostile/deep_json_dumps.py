# revert | out_of_memory
def go(payload):
    import json
    a = []
    for _ in range(100000):
        a = [a]
    return json.dumps(a).encode()
