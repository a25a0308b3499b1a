# out_of_cycles
class Other:
    pass


class E:
    def __getitem__(self, i):
        return i


def go(payload):
    return b"" if -1 in E() else b"y"
