# revert|out_of_cycles|out_of_memory
class Box:
    __match_args__ = ("inner",)

    def __init__(self, inner):
        self.inner = inner


class Wants:
    tree = None


def nested(n):
    tree = []
    for _ in range(n):
        tree = [tree, tree]
    return tree


def go(payload):
    Wants.tree = nested(60)
    while True:
        match Box(nested(60)):
            case Box([Wants.tree, _]) | Box(Wants.tree):
                return b""
