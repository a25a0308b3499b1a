# refused
def go(payload):
        x = 1
    y = 2
