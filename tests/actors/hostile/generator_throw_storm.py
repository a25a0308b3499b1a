# out_of_cycles | out_of_memory
def go(payload):
    def g():
        while True:
            try:
                yield 1
            except ValueError:
                pass
    it = g()
    next(it)
    while True:
        it.throw(ValueError("x"))
