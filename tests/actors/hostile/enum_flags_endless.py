# out_of_cycles out_of_memory
from enum import IntFlag


def go(payload):
    F = IntFlag("F", ["f%d" % i for i in range(300)])
    n = 0
    while True:
        n += 12345678901
        repr(F(n))
