# revert|out_of_cycles|out_of_memory
from dataclasses import asdict, dataclass


class Other:
    pass


@dataclass
class Node:
    next: object = None


def go(payload):
    n = Node()
    for _ in range(5000):
        n = Node(n)
    try:
        repr(n)
    except RecursionError:
        pass
    n == Node(n)
    asdict(n)
