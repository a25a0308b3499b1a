# ok
# An __index__ that takes away or moves the bytes that an operation is about: what is not there is neither read nor
# written.
class Hook:
    def __init__(self, do, number):
        self.do = do
        self.number = number

    def __index__(self):
        self.do()
        return self.number


class Wrong(Exception):
    pass


def refused(f):
    try:
        f()
    except (IndexError, ValueError):
        return True
    return False


def go(payload):
    for at in (0, 4, 39):
        b = bytearray(range(40))
        assert refused(lambda: b.__setitem__(at, Hook(b.clear, 9))) and not b
        b = bytearray(range(40))
        b[at] = Hook(lambda: b.extend(b"x" * 500), 9)
        assert b[at] == 9 and len(b) == 540
        b = bytearray(range(40))
        b[Hook(lambda: b.extend(b"x" * 500), at)] = 9
        assert b[at] == 9 and len(b) == 540
        for search in (b.find, b.rfind, b.count, b.startswith, b.endswith, b.index, b.rindex):
            b.extend(b"abc" * 9)
            refused(lambda: search(b"a", Hook(b.clear, at)))
            assert not b
        b.extend(b"abc" * 9)
        assert b.hex("-", Hook(b.clear, at)) == ""
    assert bytes(3).hex("-", -(2**31)) == "000000"
    return b""
