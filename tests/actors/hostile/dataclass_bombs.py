# out_of_cycles|out_of_memory
from dataclasses import asdict, dataclass, field, make_dataclass


class Other:
    pass


@dataclass
class Node:
    a: object = None
    b: object = None


def go(payload):
    make_dataclass("Wide", [f"f{n}" for n in range(300)])(*range(300))
    n = Node()
    for _ in range(60):
        n = Node(n, n)
    asdict(n)
