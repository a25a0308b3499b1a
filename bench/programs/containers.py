# A million reads and writes of a dict and a list.
def run(payload):
    seen = {}
    slots = [0] * 1000
    for i in range(1000000):
        key = i % 1000
        seen[key] = seen.get(key, 0) + 1
        slots[key] = slots[key] + seen[key]
    return str(sum(slots)).encode()
