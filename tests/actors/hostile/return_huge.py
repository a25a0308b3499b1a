# out_of_cells | out_of_memory
def go(payload):
    return b"x" * 5 * 10**6
