# revert | out_of_cycles | out_of_memory
def go(payload):
    x = [chr(i % 1000) for i in range(10**10)]
    return b"ended"
