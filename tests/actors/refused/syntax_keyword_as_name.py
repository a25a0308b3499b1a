# refused
def go(payload):
    class = 5
