# refused
def go(payload):
    x: 1.5 = 1
