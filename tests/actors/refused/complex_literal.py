# refused
def go(payload):
    return 3j
