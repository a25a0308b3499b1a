# refused
def go(payload):
    break
