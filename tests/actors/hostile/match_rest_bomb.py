# out_of_cycles|out_of_memory
def go(payload):
    d = {n: n for n in range(5000)}
    while True:
        match d:
            case {1: 2, **rest}:
                pass
            case {1: 1, **rest} if not rest:
                pass
