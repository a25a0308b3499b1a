# refused
def go(payload):
    return 1e5
