"""The chain of a stopped node as a trace (NODE-10)."""
import json
import random
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import wire
from process import LARIAT, ROOT, Node
from test_node import ACTOR, ALICE, BOB

KEYS = wire.DEV_KEYS
GENESIS = {"chain_id": "traced", "timestamp_ms": 5_000_000, "system_deployers": [ALICE], "config": {"max_misfits": 4},
           "accounts": [{"address": wire.address_of(key), "balance": str(10**13)} for key in KEYS]}


def run(*arguments, status=0):
    done = subprocess.run([LARIAT, *arguments], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == status, (arguments, done.returncode, done.stderr)
    return done


def lines(text):
    return [json.loads(line) for line in text.splitlines()]


class Workload:
    """Random transactions of every kind, signed, some of which fail or are invalid."""

    def __init__(self, node, seed, python):
        self.node, self.random, self.python = node, random.Random(seed), python
        self.nonces = [0] * len(KEYS)
        self.operations, self.actors, self.sent = [], [], []

    def tx(self, head):
        kinds = ["transfer", "schedule_at", "drop", "transfer_control", "system", "call"] + ["deploy", "act"] * self.python
        kind = self.random.choice(kinds)
        some = "0x" + self.random.randbytes(20).hex()
        if kind == "transfer":
            return {"transfer": {"to": self.random.choice([BOB, some]), "amount": str(self.random.randrange(10**6))}}
        if kind == "schedule_at":
            return {"schedule_at": {"timestamp_ms": int(head["timestamp_ms"]) + self.random.randrange(-10, 9_000), "actor": some,
                                    "handler": self.random.choice(["go", None]), "payload": "0x01",
                                    "gas_limit": self.random.choice([None, 5000])}}
        if kind == "drop":
            return {"drop": "0x" + self.random.randbytes(32).hex()}
        if kind == "transfer_control":
            return {"transfer_control": True}
        if kind == "system":
            return {"system": self.random.choice([{"update_config": {"max_misfits": self.random.randrange(2, 9)}},
                                                  {"cancel_timer": "0x" + "11" * 32}, {"extend_timer": ["0x" + "22" * 32, 99]}])}
        if kind == "deploy":
            return {"deploy": {"python": ACTOR}, "salt": "0x" + self.random.randbytes(4).hex()}
        if kind == "act" and self.actors:
            return {"call": {"actor": self.random.choice(self.actors), "handler": self.random.choice(["begin", "fail", "none"]),
                             "payload": "0x07"}}
        return {"call": {"actor": some, "handler": "go", "payload": "text"}}

    def block(self):
        head = self.node.good("/v1/blocks/head")
        for _ in range(self.random.randrange(4)):
            who = self.random.randrange(len(KEYS))
            tx = {**self.tx(head), "nonce": self.nonces[who], "max_fee_per_cycle": 50, "max_fee_per_cell": 50,
                  "cycles_limit": 400_000, "cells_limit": 40_000, "tip_per_cycle": self.random.randrange(3)}
            if self.random.random() < 0.3:
                tx["valid_until"] = int(head["height"]) + self.random.randrange(1, 9)
            if self.node.send(tx, KEYS[who], wait=0).status == 202:
                self.nonces[who] += 1
        until = int(head["height"]) + 1 + self.random.randrange(2)
        self.node.until(lambda: int(self.node.good("/v1/status")["height"]) >= until)
        if self.python:
            for row in self.node.good("/v1/actors")["items"]:
                if row["address"] not in self.actors:
                    self.actors.append(row["address"])
                    gift = {"transfer": {"to": row["address"], "amount": "5000000"}, "nonce": self.nonces[0]}
                    self.nonces[0] += self.node.send(gift, KEYS[0], wait=0).status == 202


class Trace(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="lariat-trace-")
        self.addCleanup(self.folder.cleanup)
        self.data = Path(self.folder.name) / "data"
        self.genesis = Path(self.folder.name) / "genesis.json"
        self.genesis.write_text(json.dumps(GENESIS))

    def recorded(self, seed, python, steps):
        """The blocks of a node that ran a random workload, and its trace as a file."""
        with Node("--data", str(self.data), "--genesis", str(self.genesis), "--clock", "step", "--block-time-ms", "20",
                  "--proposer", "0x" + "fe" * 20) as node:
            workload = Workload(node, seed, python)
            for _ in range(steps):
                workload.block()
            time.sleep(0.1)
        with Node("--data", str(self.data), "--genesis", str(self.genesis), "--empty-blocks", "never", "--block-time-ms", "3600000") as node:
            blocks, cursor = [], ""
            while cursor is not None:
                page = node.good(f"/v1/blocks?order=asc&limit=100{cursor}")
                blocks += [node.good(f"/v1/blocks/{row['height']}?full=true") for row in page["items"]]
                cursor = page["next"] and f"&cursor={page['next']}"
        trace = Path(self.folder.name) / "trace.jsonl"
        trace.write_text(run("trace", str(self.data)).stdout)
        return blocks[1:], trace

    def agree(self, blocks, results):
        """Each result line says what the node said of its block; causes are numbers in one and hashes in the other."""
        self.assertEqual(len(blocks), len(results))
        for block, result in zip(blocks, results):
            for key in ("height", "timestamp_ms", "state_root", "results_root", "receipts", "used", "basefee", "balances", "totals"):
                if key in result:
                    self.assertEqual(block[key], result[key], (block["height"], key))
            for rows in ("events", "exits", "fired", "scheduled"):
                strip = lambda row: {key: value for key, value in row.items() if key != "cause"}
                self.assertEqual([strip(row) for row in block[rows]], [strip(row) for row in result[rows]], (block["height"], rows))

    def test_NODE10_replay_of_the_trace_gives_the_results_and_roots(self):
        blocks, trace = self.recorded(1, True, 25)
        self.agree(blocks, lines(run("replay", str(trace)).stdout))
        self.assertTrue(any(block["fired"] for block in blocks))
        written = lines(trace.read_text())
        self.assertEqual(GENESIS["chain_id"], written[0]["genesis"]["chain_id"])
        txs = [tx for line in written[1:] for tx in line["block"]["txs"]]
        self.assertEqual([tx for block in blocks for tx in block["txs"]], [tx["hash"] for tx in txs])
        self.assertTrue(all("nonce" in tx for tx in txs) and any("valid_until" in tx for tx in txs))
        self.assertEqual([block["timestamp_ms"] for block in blocks], [line["block"]["timestamp_ms"] for line in written[1:]])
        self.assertEqual({"0x" + "fe" * 20}, {line["block"]["proposer"] for line in written[1:]})

    def test_NODE10_the_model_gives_the_same_for_transactions_that_it_knows(self):
        _, trace = self.recorded(2, False, 25)
        done = subprocess.run([sys.executable, str(ROOT / "tests/model/model.py"), str(trace)], capture_output=True, text=True,
                              timeout=120, check=False)
        self.assertEqual(0, done.returncode, done.stderr)
        expected = Path(self.folder.name) / "expected.jsonl"
        expected.write_text(done.stdout)
        run("replay", str(trace), "--expect", str(expected))

    def test_NODE10_the_trace_of_a_dev_chain_has_its_changes(self):
        flags = ("--data", str(self.data), "--dev", "--clock", "step", "--mine", "manual")
        somebody = "0x" + "ab" * 20
        with Node(*flags) as node:
            for body in ({"fund": {somebody: str(10**12)}}, {"balances": {BOB: "77"}}, {"config": {"max_misfits": 9}}):
                self.assertEqual(200, node.post("/v1/dev/set", body).status)
                sent = node.post("/v1/dev/send", {"tx": {"from": somebody, "transfer": {"to": BOB, "amount": "3"}, "cycles_limit": 9000,
                                                         "cells_limit": 900, "max_fee_per_cycle": "9", "max_fee_per_cell": "9"}})
                self.assertIn(sent.status, (202, 422), sent)
                node.mine(blocks=2)
            blocks = [node.good(f"/v1/blocks/{height}?full=true") for height in range(1, 7)]
        trace = run("trace", str(self.data)).stdout
        self.assertTrue(lines(trace)[0]["genesis"]["dev"])
        self.assertEqual([True, False] * 3, ["dev" in line["block"] for line in lines(trace)[1:]])
        file = Path(self.folder.name) / "dev.jsonl"
        file.write_text(trace)
        self.agree(blocks, lines(run("replay", str(file)).stdout))
        self.assertTrue(any(block["receipts"] for block in blocks))

    def test_NODE10_what_has_no_chain_and_what_is_in_use_is_refused(self):
        self.assertIn("no directory of a node", run("trace", self.folder.name, status=2).stderr)
        with Node("--data", str(self.data), "--genesis", str(self.genesis)):
            self.assertIn("another process", run("trace", str(self.data), status=3).stderr)
        before = {path.name: path.read_bytes() for path in (self.data / "blocks").iterdir()}
        run("trace", str(self.data))
        self.assertEqual(before, {path.name: path.read_bytes() for path in (self.data / "blocks").iterdir()})
        (last,) = [path for path in (self.data / "blocks").iterdir() if path.name != "lock"]
        damaged = bytearray(last.read_bytes())
        damaged[60] ^= 1
        last.write_bytes(damaged)
        self.assertRegex(run("trace", str(self.data), status=74).stderr, r"blocks/\w+ at \d+")


if __name__ == "__main__":
    unittest.main()
