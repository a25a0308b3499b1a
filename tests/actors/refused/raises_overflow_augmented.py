# raises: OverflowError
def go(payload):
    x = 3
    while True:
        x *= x
