"""Runs `run(b"")` of a program once and prints its nanoseconds of processor time and, as hex, what it returned: the peer of python_bench."""
import sys
import time


def main():
    namespace = {}
    with open(sys.argv[1], encoding="utf-8") as source:
        exec(compile(source.read(), sys.argv[1], "exec"), namespace)
    begin = time.process_time_ns()
    returned = namespace["run"](b"")
    print(time.process_time_ns() - begin, returned.hex())


if __name__ == "__main__":
    main()
