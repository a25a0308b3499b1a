# revert
def go(payload):
    import pvm_host
    pvm_host.charge_gas(-5)
