# out_of_cycles
def go(payload):
    while True:
        try:
            raise KeyError
        except:
            continue
