# refused
def go(payload):
    return [i := 0 for i in payload]
