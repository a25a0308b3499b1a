# revert
def go(payload):
    def f(n):
        return f(n + 1)
    return f(0)
