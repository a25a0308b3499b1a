# revert
def go(payload):
    return "text"
