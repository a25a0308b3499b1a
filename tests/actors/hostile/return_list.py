# revert
def go(payload):
    return [1]
