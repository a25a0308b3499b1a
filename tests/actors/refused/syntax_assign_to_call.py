# refused
def go(payload):
    f() = 1
