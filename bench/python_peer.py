"""CPython as a peer: loads a program, says `ready`, and for each line read runs it once and prints its nanoseconds of
processor time and, as hex, what it returned. The same source as ours: `run(payload)`, or a class `Token` with a method
`run` whose storage is a plain dict. Ends without `ready` when it is not CPython 3.11 as Debian's package has it (that is the optimised build), byte for byte."""
import hashlib
import os
import subprocess
import sys
import time


def load(path):
    namespace = {"__name__": "program"}
    with open(path, encoding="utf-8") as source:
        exec(compile(source.read(), path, "exec"), namespace)
    if "run" in namespace:
        return namespace["run"]

    def run(payload):
        actor = namespace["Token"]()
        actor.storage = {}
        return actor.run(payload)

    return run


def is_debians():
    path = os.path.realpath(sys.executable)
    owner = subprocess.run(["dpkg-query", "-S", path], capture_output=True, text=True, check=False).stdout.partition(":")[0]
    sums = f"/var/lib/dpkg/info/{owner}.md5sums"
    if not owner.startswith("python3.11") or not os.path.exists(sums):
        return False
    with open(path, "rb") as program, open(sums, encoding="utf-8") as lines:
        return f"{hashlib.md5(program.read()).hexdigest()}  {path[1:]}\n" in lines


def main():
    if not is_debians():
        sys.exit(f"{sys.executable} is not CPython 3.11 of Debian's package: {sys.version}")
    run = load(sys.argv[1])
    print("ready", flush=True)
    for _ in sys.stdin:
        begin = time.process_time_ns()
        returned = run(b"")
        print(time.process_time_ns() - begin, returned.hex(), flush=True)


if __name__ == "__main__":
    main()
