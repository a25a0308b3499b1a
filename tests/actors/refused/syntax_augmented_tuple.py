# refused
def go(payload):
    (a, b) += 1
