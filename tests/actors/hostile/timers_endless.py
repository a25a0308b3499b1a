# revert | out_of_cells | out_of_cycles
def go(payload):
    import pvm_host
    while True:
        pvm_host.schedule_timer(pvm_host.block_height() + 1, b"x")
