# out_of_cycles out_of_memory revert
def go(payload):
    base = type("B", (), {})
    while True:
        parts = tuple([type("P", (base,), {}) for _ in range(50)])
        base = type("J", parts, {})
