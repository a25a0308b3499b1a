# revert
def go(payload):
    def g(n):
        yield n
        yield from g(n + 1)
    for x in g(0):
        pass
