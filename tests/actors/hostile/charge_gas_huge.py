# revert | out_of_cycles
def go(payload):
    import pvm_host
    pvm_host.charge_gas(1 << 70)
