# out_of_cells
def go(payload):
    import pvm_host
    while True:
        pvm_host.emit_event("t" * 100, b"x" * 100)
