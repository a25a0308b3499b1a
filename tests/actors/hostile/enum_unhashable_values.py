# out_of_cycles out_of_memory
from enum import Enum


def go(payload):
    Enum("E", [("m%d" % i, [i]) for i in range(10 ** 4)])
