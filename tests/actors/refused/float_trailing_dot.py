# refused
def go(payload):
    return 5.
