# out_of_cells | out_of_memory
def go(payload):
    import pvm_host
    pvm_host.emit_event("out", b"x" * 2 * 10**6)
