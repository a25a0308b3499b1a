# out_of_cycles | out_of_memory
def go(payload):
    while True:
        try:
            raise ValueError("x" * 1000)
        except ValueError as e:
            s = str(e)
