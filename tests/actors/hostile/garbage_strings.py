# out_of_cycles | out_of_memory
def go(payload):
    while True:
        s = "a" * 1000
        t = s + "b"
