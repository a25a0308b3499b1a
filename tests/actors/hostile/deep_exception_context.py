# revert | out_of_cycles | out_of_memory
def go(payload):
    def f(n):
        try:
            raise KeyError(n)
        except KeyError as e:
            if n:
                f(n - 1)
            raise
    f(10**6)
