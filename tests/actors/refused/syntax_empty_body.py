# refused
def go(payload):


x = 1
