# out_of_cycles out_of_memory
from collections import namedtuple


def go(payload):
    namedtuple("T", ["f%d" % i for i in range(10 ** 5)])
