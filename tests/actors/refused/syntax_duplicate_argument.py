# refused
def go(a, a):
    pass
