"""What a client was answered 202 survives the process (NODE-21)."""
import tempfile
import unittest
from pathlib import Path

import wire
from process import Node
from test_node import ALICE, BOB, refused

MANUAL = ("--dev", "--clock", "step", "--mine", "manual")
PAY = {"transfer": {"to": BOB, "amount": "1"}}


class PoolFile(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="lariat-pool-")
        self.addCleanup(self.folder.cleanup)
        self.data = str(Path(self.folder.name) / "data")

    def node(self, *flags):
        return Node("--data", self.data, *MANUAL, *flags)

    def posted(self, node, tx, key=wire.DEV_KEYS[0]):
        answer = node.send(tx, key, wait=0)
        self.assertEqual(202, answer.status, answer)
        return answer.json["hash"]

    def test_NODE21_what_was_answered_202_waits_again_after_sigkill(self):
        node = self.node().start()
        included = self.posted(node, {**PAY, "nonce": 0})
        node.mine()
        replaced = self.posted(node, {**PAY, "nonce": 1})
        kept = [self.posted(node, {**PAY, "nonce": 1, "tip_per_cycle": 1}), self.posted(node, {**PAY, "nonce": 3}),
                self.posted(node, PAY, wire.DEV_KEYS[1]), self.posted(node, {**PAY, "tip_per_cycle": 9}, wire.DEV_KEYS[1])]
        before = [node.good(f"/v1/transactions/{tx}") for tx in kept]
        pool = node.good("/v1/status")["pool"]
        listed = node.good("/v1/transactions?status=pending")["items"]
        node.kill()
        with self.node() as node:
            self.assertEqual(before, [node.good(f"/v1/transactions/{tx}") for tx in kept])
            self.assertEqual(pool, node.good("/v1/status")["pool"])
            self.assertEqual(listed, node.good("/v1/transactions?status=pending")["items"])
            self.assertEqual(404, node.get(f"/v1/transactions/{replaced}").status)
            self.assertEqual("included", node.good(f"/v1/transactions/{included}")["status"])
            node.mine()
            self.assertEqual(["included", "queued", "included", "included"],
                             [node.good(f"/v1/transactions/{tx}")["status"] for tx in kept])
            node.kill()
            node.start()
            self.assertEqual({"pending": 0, "queued": 1}, {key: node.good("/v1/status")["pool"][key] for key in ("pending", "queued")})

    def test_NODE21_one_that_the_balance_does_not_pay_any_more_still_waits(self):
        node = self.node().start()
        balance = int(node.good(f"/v1/accounts/{ALICE}")["balance"])
        most = {"cycles_limit": 5_000, "cells_limit": 500, "max_fee_per_cycle": 100, "max_fee_per_cell": 100}
        big = self.posted(node, {"transfer": {"to": BOB, "amount": str(balance - 20_000)}, "nonce": 0, **most})
        # Two more do not fit beside it, but they came first in the pool of a sender that then paid.
        node.mine()
        self.assertEqual("included", node.good(f"/v1/transactions/{big}")["status"])
        left = int(node.good(f"/v1/accounts/{ALICE}")["balance"])
        second = self.posted(node, {"transfer": {"to": BOB, "amount": str(left - 9_000)}, "nonce": 2, **most})
        first = self.posted(node, {"transfer": {"to": BOB, "amount": "5000"}, "nonce": 1, **most})
        node.mine()
        self.assertEqual("included", node.good(f"/v1/transactions/{first}")["status"])
        self.assertEqual("balance", node.good(f"/v1/transactions/{second}")["waits_for"])
        node.kill()
        with self.node() as node:
            self.assertEqual("balance", node.good(f"/v1/transactions/{second}")["waits_for"])

    def test_NODE21_what_does_not_fit_any_more_is_dropped_with_its_reason(self):
        node = self.node().start()
        old = self.posted(node, {**PAY, "nonce": 5})
        node.kill()
        node = self.node("--pool-ttl-s", "1")
        node.start()
        try:
            node.until(lambda: node.good("/v1/transactions?status=dropped")["items"] or self.restarted(node))
            self.assertEqual(("dropped", "ttl"), tuple(node.good(f"/v1/transactions/{old}")[key] for key in ("status", "reason")))
        finally:
            node.stop()
        with self.node() as node:
            self.assertEqual(404, node.get(f"/v1/transactions/{old}").status)

    @staticmethod
    def restarted(node):
        """One more start, at which the age is looked at."""
        node.stop()
        node.start()
        return False

    def test_NODE7_a_damaged_file_is_named_with_its_offset(self):
        with self.node() as node:
            for nonce in range(3):
                self.posted(node, {**PAY, "nonce": nonce})
        path = Path(self.data) / "pool"
        whole = path.read_bytes()
        for place in (0, 5, len(whole) // 2, len(whole) - 1):
            damaged = bytearray(whole)
            damaged[place] ^= 0x10
            path.write_bytes(damaged)
            status, said = refused("--data", self.data, *MANUAL, "--listen", "127.0.0.1:0")
            self.assertEqual(74, status, said)
            self.assertRegex(said, r"/pool at \d+: ")
            self.assertEqual(bytes(damaged), path.read_bytes())
        path.write_bytes(whole[:-3])
        with self.node() as node:
            self.assertEqual(2, node.good("/v1/status")["pool"]["pending"])
            self.assertIn("/pool at ", node.said())


if __name__ == "__main__":
    unittest.main()
