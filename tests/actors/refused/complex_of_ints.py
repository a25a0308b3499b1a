# refused
def go(payload):
    return 1 + 2J
