# refused
def go(payload):
    x := 5
