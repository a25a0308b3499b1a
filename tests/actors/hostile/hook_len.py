# revert
class Other:
    pass


class E:
    def __len__(self):
        return len(self)


def go(payload):
    return b"" if E() else b"y"
