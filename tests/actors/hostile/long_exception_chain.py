# revert | out_of_cycles | out_of_memory
def go(payload):
    last = None
    for i in range(200000):
        try:
            raise ValueError(i) from last
        except ValueError as e:
            last = e
    raise last
