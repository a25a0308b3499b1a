# refused | any error
def go(payload):
    return "{0.__class__.__init__.__globals__}".format(go).encode()
