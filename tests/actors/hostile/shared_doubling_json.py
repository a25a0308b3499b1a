# revert | out_of_cycles | out_of_memory
def go(payload):
    import json
    a = ["x"]
    for _ in range(60):
        a = [a, a]
    return json.dumps(a).encode()
