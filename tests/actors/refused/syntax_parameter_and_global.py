# refused
def go(payload):
    global payload
