# refused
class A:
def go(self, payload):
    pass
