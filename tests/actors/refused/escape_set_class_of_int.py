# refused | any error
def go(payload):
    x = 5
    x.__class__ = str
