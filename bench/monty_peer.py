"""Monty as a peer of the benchmarks, with the protocol of python_peer.py. Its sandbox is a process of its own: the
nanoseconds are those of all threads of that process, so neither waiting nor this side of the pipe counts. Its limits on
time, depth and memory are on; the memory limit is that of our VM."""
import argparse
import os
import sys
from importlib.metadata import version
from pathlib import Path

VERSION = "1.4.0"
LIMITS = {"max_feed_duration_secs": 60, "max_memory": 16 << 20, "max_recursion_depth": 256}
WITH_STORAGE = """
def run(payload):
    actor = Token()
    actor.storage = {}
    return actor.run(payload)
"""


def workers():
    mine = Path(f"/proc/{os.getpid()}/task")
    return [child for task in mine.iterdir() for child in (task / "children").read_text(encoding="ascii").split()]


def nanoseconds(worker):
    return sum(int((task / "schedstat").read_text(encoding="ascii").split()[0]) for task in Path(f"/proc/{worker}/task").iterdir())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", metavar="PROGRAM", help="a Python source")
    args = parser.parse_args()
    from pydantic_monty import Monty  # after the arguments: --help works without the package
    if version("pydantic-monty") != VERSION:
        sys.exit(f"pydantic-monty {VERSION} is wanted, {version('pydantic-monty')} is installed")
    source = Path(args.program).read_text(encoding="utf-8")
    with Monty(max_processes=1) as pool, pool.checkout(limits=LIMITS) as session:
        session.feed_run(source)
        if "class Token" in source:
            session.feed_run(WITH_STORAGE)
        (worker,) = workers()
        print("ready", flush=True)
        for _ in sys.stdin:
            begin = nanoseconds(worker)
            returned = session.feed_run('run(b"")')
            print(nanoseconds(worker) - begin, returned.hex(), flush=True)


if __name__ == "__main__":
    main()
