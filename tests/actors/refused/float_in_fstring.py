# refused
def go(payload):
    return f'{1.5}'.encode()
