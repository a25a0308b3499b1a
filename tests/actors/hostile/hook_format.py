# revert
class Other:
    pass


class E:
    def __format__(self, s):
        return format(self, s)


def go(payload):
    return f"{E()}".encode()
