# out_of_cells | out_of_memory | revert
def go(payload):
    import pvm_host
    pvm_host.set_state(b"k", b"x" * 3 * 10**6)
