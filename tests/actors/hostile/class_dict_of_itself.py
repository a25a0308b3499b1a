# ok
class Other:
    pass


class C:
    pass


def go(payload):
    c = C()
    c.__dict__["me"] = c.__dict__
    C.table = C.__dict__
    return repr(c.__dict__).encode() + repr(C.__dict__).encode()
