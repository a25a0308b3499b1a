# out_of_cycles | out_of_memory
def go(payload):
    a = []
    def g():
        while True:
            yield a
    while True:
        it = g()
        next(it)
        a.append(it)
