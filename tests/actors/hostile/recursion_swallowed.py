# revert | out_of_cycles
def go(payload):
    def f():
        try:
            return f()
        except RecursionError:
            return f()
    return f()
