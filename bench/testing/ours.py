"""The time of a test of an actor: on the chain inside of this process, and on a node of its own. Prints JSON: lists of milliseconds.

A test begins anew, deploys the counter of bench/node, calls it twice and reads what it has counted."""
import json
import time
from pathlib import Path

from timing import command_line, timed

TIMES = command_line(__doc__).parse_args().times
from lariat.local import LocalNode  # noqa: E402
from lariat.testing import Chain  # noqa: E402

COUNTER = (Path(__file__).resolve().parents[1] / "node/counter.py").read_text(encoding="utf-8")
TWO = (2).to_bytes(8, "big")


def in_process(chain):
    chain.reset()
    counter = chain.deploy(COUNTER)
    counter.count()
    counter.count()
    assert counter.read("value") == TWO


def on_node(client):
    snapshot = client.dev_snapshot({})["id"]
    counter = client.deploy(COUNTER)
    assert counter.count().ok and counter.count().ok
    assert counter.read.value() == TWO
    client.dev_revert({"id": snapshot})


def main():
    begin = time.perf_counter()
    chain = Chain()
    start = 1000 * (time.perf_counter() - begin)
    found = {"start": [start], "in_process": timed(TIMES, in_process, chain)}
    counter = chain.deploy(COUNTER)
    found["call"] = timed(TIMES, counter.count)
    chain.close()
    with LocalNode("--dev") as node, node.client() as client:
        found["on_node"] = timed(TIMES, on_node, client)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
