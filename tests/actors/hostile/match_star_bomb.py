# out_of_cycles|out_of_memory
def go(payload):
    n = 1 << 20
    rows = range(n)
    while True:
        match rows:
            case [first, *middle, last] if first == last:
                pass
