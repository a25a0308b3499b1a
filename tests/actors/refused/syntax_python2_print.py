# refused
def go(payload):
    print "x"
