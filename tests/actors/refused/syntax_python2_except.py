# refused
def go(payload):
    try:
        pass
    except ValueError, e:
        pass
