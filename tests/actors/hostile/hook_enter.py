# revert | ok
class Other:
    pass


class E:
    def __enter__(self):
        with self:
            pass

    def __exit__(self, *a):
        return True


def go(payload):
    with E():
        pass
