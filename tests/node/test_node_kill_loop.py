"""A node that is killed at any moment: what a client was told is there (NODE-8, NODE-21, NODE-51).

Twenty times in the tests; `make node-crash` does it ten thousand times."""
import http.client
import json
import os
import random
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path

import wire
from process import LARIAT, Node
from test_node import ACTOR

KILLS = 20
SECONDS_MAX = 0.6  # a process lives up to this long after it has said that it listens
OPENING_SECONDS_MAX = 0.3
ASKED_AGAIN = 12  # of the facts that were checked before, so many are asked for again
FLAGS = ("--dev", "--mine", "auto", "--block-time-ms", "40", "--empty-blocks", "always", "--keep-states", "40", "--pool-per-sender", "1000")
GONE = (ConnectionError, http.client.HTTPException, TimeoutError, OSError)  # the node was killed while it was asked


class Lost(Exception):
    """The node does not have what it told of."""


class KillLoop:
    """A directory, and what the nodes in it have told."""

    def __init__(self, directory, seed):
        self.data, self.random, self.seed = str(directory), random.Random(seed), seed
        self.flags = (*FLAGS, "--data", self.data)
        self.posted = {}  # hash of each transaction that was answered 202: raw
        self.blocks, self.receipts = {}, {}
        self.fresh = []  # (kind, key): told by the last process
        self.height = self.killed = self.killed_opening = self.facts = 0
        self.actor = None
        self.deployed = None

    # What a node says, remembered or held against what was said before.

    def learn(self, kind, known, key, value):
        if key in known and known[key] != value:
            raise Lost(f"{kind} {key} is {value}, and was {known[key]}")
        if key not in known:
            known[key] = value
            self.fresh.append((kind, key))
            self.facts += 1

    def take_block(self, block):
        self.height = max(self.height, int(block["height"]))
        self.learn("block", self.blocks, int(block["height"]), [block[key] for key in ("hash", "state_root", "timestamp_ms", "txs")])

    def take_tx(self, tx):
        if tx["status"] == "included":
            self.learn("receipt", self.receipts, tx["hash"], [tx["height"], tx["index"], tx["receipt"]])

    def ask_again(self, node, kind, key):
        if kind == "block":
            answer = node.get(f"/v1/blocks/{key}")
            if answer.status != 200:
                raise Lost(f"block {key}: {answer}")
            return self.take_block(answer.json)
        answer = node.get(f"/v1/transactions/{key}")
        if answer.status != 200:
            raise Lost(f"{kind} {key}: {answer}")
        if answer.json["status"] not in ("pending", "queued", "included"):
            raise Lost(f"{kind} {key}: {answer.json['status']} {answer.json.get('reason')}")
        if kind == "receipt" and answer.json["status"] != "included":
            raise Lost(f"{key} had a receipt and is {answer.json['status']}")
        return self.take_tx(answer.json)

    def check(self, node):
        status = node.good("/v1/status")
        if int(status["height"]) < self.height:
            raise Lost(f"the head is {status['height']}, and was {self.height}")
        if int(status["archive_height"]) > int(status["height"]) or node.get("/readyz").status != 200:
            raise Lost(f"the archive has {status['archive_height']}, the chain {status['height']}")
        old = [("block", height) for height in self.blocks] + [("receipt", tx) for tx in self.receipts] + \
              [("post", tx) for tx in self.posted]
        for kind, key in self.random.sample(old, min(ASKED_AGAIN, len(old))):
            self.ask_again(node, kind, key)
        while self.fresh:
            self.ask_again(node, *self.fresh[-1])
            self.fresh.pop()

    # What a client does.

    def post(self, node, tx, key):
        tx = {"max_fee_per_cycle": 1000, "max_fee_per_cell": 1000, "cycles_limit": 300_000, "cells_limit": 20_000, **tx}
        raw = wire.signed(tx, key)
        answer = node.post(f"/v1/transactions{self.random.choice(['', '?wait=200'])}", {"raw": "0x" + raw.hex()})
        if answer.status not in (200, 202):
            raise Lost(f"a good transaction was refused: {answer}")
        self.learn("post", self.posted, answer.json["hash"], True)
        self.take_tx(answer.json)
        return answer.json["hash"]

    def use(self, node):
        """Posts and asks until the node is gone."""
        self.check(node)
        nonces = {key: node.nonce(wire.address_of(key)) for key in wire.DEV_KEYS}
        while True:
            key = self.random.choice(wire.DEV_KEYS)
            if self.actor is None and self.deployed is None:
                self.deployed = self.post(node, {"deploy": {"python": ACTOR}, "salt": "0x" + self.random.randbytes(8).hex(),
                                                 "cycles_limit": 2_000_000, "nonce": nonces[key]}, key)
            elif self.actor is None:
                tx = node.good(f"/v1/transactions/{self.deployed}")
                self.actor = tx["receipt"]["address"] if tx["status"] == "included" else None
                if self.actor:
                    self.post(node, {"transfer": {"to": self.actor, "amount": str(10**11)}, "nonce": nonces[key]}, key)
                else:
                    continue
            elif self.random.random() < 0.4:
                self.post(node, {"call": {"actor": self.actor, "handler": "begin", "payload": "0x01"}, "nonce": nonces[key]}, key)
            else:
                self.post(node, {"transfer": {"to": "0x" + self.random.randbytes(20).hex(), "amount": "3"}, "nonce": nonces[key]}, key)
            nonces[key] += 1
            if self.random.random() < 0.3:
                self.take_block(node.good("/v1/blocks/head"))
            if self.random.random() < 0.2 and self.posted:
                self.take_tx(node.good(f"/v1/transactions/{self.random.choice(list(self.posted)[-20:])}"))

    def run_and_kill(self):
        node = Node(*self.flags)
        if self.random.random() < 0.15:  # while it opens
            timer = threading.Timer(self.random.uniform(0, OPENING_SECONDS_MAX), lambda: node.process and node.process.kill())
            timer.start()
            try:
                node.start()
            except AssertionError as error:
                if "exit -9" not in str(error):
                    raise Lost(str(error)) from None
                self.killed_opening += 1
            timer.join()
            if node.process.poll() is None:
                node.kill()
        else:
            try:
                node.start()
            except AssertionError as error:
                raise Lost(str(error)) from None
            timer = threading.Timer(self.random.uniform(0, SECONDS_MAX), node.process.kill)
            timer.start()
            try:
                self.use(node)
            except GONE:
                pass
            finally:
                timer.join()
            status = node.kill()
            if status != -9:
                raise Lost(f"the node ended with {status}")
        self.killed += 1

    def finish(self):
        """Everything that was ever told, the archive and the trace."""
        with Node(*self.flags) as node:
            self.check(node)
            for height in self.blocks:
                self.ask_again(node, "block", height)
            node.until(lambda: node.good("/v1/status")["pool"]["pending"] == 0, 60)
            for tx in self.posted:
                self.ask_again(node, "post", tx)
            for tx in self.receipts:
                self.ask_again(node, "receipt", tx)
        with Node(*[flag for flag in self.flags if flag not in ("--mine", "auto")], "--mine", "manual") as node:
            root = node.good("/v1/status")["state_root"]
        checked = subprocess.run([LARIAT, "archive", "check", self.data, "--json"], capture_output=True, text=True, check=False)
        if checked.returncode or not json.loads(checked.stdout)["good"]:
            raise Lost(f"lariat archive check: {checked.returncode} {checked.stdout} {checked.stderr}")
        trace = subprocess.run([LARIAT, "trace", self.data], capture_output=True, check=True).stdout
        replayed = subprocess.run([LARIAT, "replay", "-", "--quiet"], input=trace, capture_output=True, check=False)
        if replayed.returncode or json.loads(replayed.stdout)["state_root"] != root:
            raise Lost(f"the trace gives another root: {replayed.stdout} {replayed.stderr}")


def kill_loop(directory, seed, kills, progress=lambda loop: None):
    """Returns the loop when it has killed so many nodes; raises Lost."""
    loop = KillLoop(Path(directory) / "data", seed)
    while loop.killed < kills:
        loop.run_and_kill()
        progress(loop)
    loop.finish()
    return loop


class Killed(unittest.TestCase):
    def test_NODE8_NODE21_NODE51_a_killed_node_has_what_it_told_of(self):
        with tempfile.TemporaryDirectory(prefix="lariat-node-kill-") as directory:
            loop = kill_loop(directory, int(os.environ.get("LARIAT_NODE_SEED", "20261127")), KILLS)
        self.assertGreater(loop.facts, KILLS)


if __name__ == "__main__":
    unittest.main()
