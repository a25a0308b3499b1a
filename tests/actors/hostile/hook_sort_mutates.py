# revert | out_of_cycles
class Other:
    pass


A = []


class E:
    def __lt__(self, o):
        A.append(E())
        A.clear()
        A.extend([E()] * 10)
        return True


def go(payload):
    A.extend(E() for _ in range(50))
    A.sort()
