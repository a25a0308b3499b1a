# refused
def go(payload):
    continue
