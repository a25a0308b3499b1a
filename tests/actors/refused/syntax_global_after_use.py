# refused
x = 1


def go(payload):
    x = 2
    global x
