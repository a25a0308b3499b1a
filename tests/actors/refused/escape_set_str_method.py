# refused | any error
def go(payload):
    str.upper = lambda s: s
