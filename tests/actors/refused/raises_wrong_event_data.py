# raises: InvalidInput
def go(payload):
    import pvm_host
    pvm_host.emit_event("out", "text")
