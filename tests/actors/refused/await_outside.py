# refused
def go(payload):
    await payload
