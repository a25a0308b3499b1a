# revert
class Lies(list):
    def __len__(self):
        return 2**40

    def __iter__(self):
        while True:
            yield self


class Deep:
    @property
    def next(self):
        match self:
            case Deep(next=n):
                return n


def go(payload):
    try:
        match Lies():
            case [a, *_, b]:
                pass
    except IndexError:
        pass
    match Deep():
        case Deep(next=n):
            return b""
