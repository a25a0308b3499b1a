# refused
def go(payload):
    *a = payload
