# out_of_cells | out_of_cycles
def go(payload):
    import pvm_host
    i = 0
    while True:
        pvm_host.set_state(str(i).encode(), b"x" * 1000)
        i += 1
