# out_of_cycles
def go(payload):
    def f(n):
        if n:
            f(n - 1)
            f(n - 1)
    f(100)
