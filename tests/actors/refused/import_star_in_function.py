# refused
def go(payload):
    from json import *
