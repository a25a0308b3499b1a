# out_of_cycles
from enum import Enum, auto


def go(payload):
    class E(Enum):
        def _generate_next_value_(name, start, count, last):
            while True:
                pass
        A = auto()
