# refused
def go(payload):
    else:
        pass
