# out_of_cycles | out_of_memory
class Other:
    pass


class E:
    def __iter__(self):
        return self

    def __next__(self):
        return 1


def go(payload):
    return b"" if list(E()) else b"y"
