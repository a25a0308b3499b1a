# refused
def go(payload):
    nonlocal nothing
