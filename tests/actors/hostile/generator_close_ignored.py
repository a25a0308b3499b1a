# revert
def go(payload):
    def g():
        while True:
            try:
                yield 1
            except GeneratorExit:
                pass
    it = g()
    next(it)
    it.close()
