# out_of_cycles | out_of_memory
class Other:
    pass


class E:
    def __enter__(self):
        return self

    def __exit__(self, *a):
        raise KeyError('exit')


def go(payload):
    while True:
        try:
            with E():
                1 // 0
        except KeyError:
            pass
