# refused
def go(/, payload):
    pass
