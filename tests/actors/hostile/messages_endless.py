# out_of_cells | out_of_cycles
def go(payload):
    import pvm_host
    while True:
        pvm_host.send_message(b"\x22" * 20, b"x", gas=20, cells=1)
