# refused
def go(payload):
    del 5
