# out_of_cycles
class Other:
    pass


class E:
    n = 0

    def __lt__(self, o):
        E.n += 1
        return E.n % 3 == 0


def go(payload):
    while True:
        sorted([E() for _ in range(200)])
