# refused
def go(payload):
    return [(yield x) for x in payload]
