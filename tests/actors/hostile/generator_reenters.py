# revert
def go(payload):
    def g():
        yield next(me)
    me = g()
    return next(me)
