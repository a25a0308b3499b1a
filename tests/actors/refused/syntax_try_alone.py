# refused
def go(payload):
    try:
        pass
    x = 1
