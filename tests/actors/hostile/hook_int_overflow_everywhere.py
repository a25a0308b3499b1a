# revert
class Other:
    pass


class E:
    def __hash__(self):
        return 1 << 4000

    def __len__(self):
        return 1 << 4000


def go(payload):
    try:
        {E(): 1}
    except OverflowError:
        pass
    return len(E())
