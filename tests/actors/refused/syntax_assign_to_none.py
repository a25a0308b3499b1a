# refused
def go(payload):
    None = 1
