"""Monty as a peer, spoken to as python_peer.py is. Its sandbox is a process of its own: the nanoseconds are those that
all threads of that process took, so neither waiting nor this side of the pipe counts. Its limits are on: time, depth, and
as much memory as ours."""
import os
import sys
from importlib.metadata import version
from pathlib import Path

from pydantic_monty import Monty

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
    if version("pydantic-monty") != VERSION:
        sys.exit(f"pydantic-monty {VERSION} is wanted, {version('pydantic-monty')} is installed")
    source = Path(sys.argv[1]).read_text(encoding="utf-8")
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
