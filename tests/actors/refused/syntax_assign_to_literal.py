# refused
def go(payload):
    5 = x
