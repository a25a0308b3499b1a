# refused
def go(*a, *b):
    pass
