# out_of_cycles out_of_memory
def go(payload):
    c = object
    while True:
        c = type("C", (c,), {})
