# refused
def go(a=1, b):
    pass
