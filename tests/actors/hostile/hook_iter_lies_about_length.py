# revert | out_of_cycles | out_of_memory
class Other:
    pass


class E:
    def __len__(self):
        return 10**15

    def __length_hint__(self):
        return 10**15

    def __iter__(self):
        return iter([1])


def go(payload):
    while True:
        list(E())
        tuple(E())
        bytearray(E())
