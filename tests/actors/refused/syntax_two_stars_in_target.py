# refused
def go(payload):
    *a, *b = payload
