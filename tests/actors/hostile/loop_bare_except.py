# out_of_cycles | out_of_memory
def go(payload):
    while True:
        try:
            raise KeyError
        except:
            continue
