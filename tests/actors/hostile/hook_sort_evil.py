# out_of_cycles
class Other:
    pass


class E:
    def __lt__(self, o):
        while True:
            pass


def go(payload):
    return b"" if sorted([E() for _ in range(100)]) else b"y"
