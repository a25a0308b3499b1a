# out_of_cycles | out_of_memory
class Other:
    pass


class E:
    def __iter__(self):
        return self

    def __next__(self):
        raise StopIteration


def go(payload):
    while True:
        list(E())
