"""The pool under its limits and the producer's order, from outside."""
import random
import unittest

import wire
from process import Node

KEYS = wire.DEV_KEYS
ADDRESSES = [wire.address_of(key) for key in KEYS]
ALICE, BOB, CAROL = ADDRESSES
STEPS = ("--dev", "--clock", "step", "--mine", "manual")
LOW = {"max_fee_per_cycle": 1000, "max_fee_per_cell": 1000}


def raw(sender, nonce, tip=0, **more):
    tx = {"transfer": {"to": BOB, "amount": "1"}, **LOW, "nonce": nonce, "tip_per_cycle": tip, **more}
    return wire.signed(tx, KEYS[sender])


class Pool(unittest.TestCase):
    def post(self, node, data):
        return node.post("/v1/transactions", {"raw": "0x" + data.hex()})

    def hashes(self, node, status):
        return [tx["hash"] for tx in node.good(f"/v1/transactions?status={status}&limit=1000")["items"]]

    def test_NODE20_problems_say_what_there_is_and_what_is_allowed(self):
        with Node(*STEPS) as node:
            for more, nonce, code, got, limit in (({}, 1024, "nonce_gap", 1024, 1023), ({"cycles_limit": 10**9}, 0, "limit_too_high", 10**9, None),
                                                  ({"max_fee_per_cycle": 0}, 0, "fee_too_low", "0", "1"), ({"valid_until": 0}, 0, "tx_expired", 0, 0),
                                                  ({"transfer": {"to": BOB, "amount": str(10**13)}}, 0, "insufficient_balance", None, str(10**13))):
                problem = self.post(node, raw(0, nonce, **more)).json
                self.assertEqual(code, problem["code"])
                self.assertEqual((got or problem["got"], limit if limit is not None else problem["limit"]), (problem["got"], problem["limit"]), code)
            self.assertEqual(202, self.post(node, raw(0, 0, tip=10)).status)
            problem = self.post(node, raw(0, 0, tip=10, valid_until=9)).json
            self.assertEqual(("replacement_underpriced", "10", "11"), (problem["code"], problem["got"], problem["limit"]))
            node.mine()
            problem = self.post(node, raw(0, 0, valid_until=9)).json
            self.assertEqual(("nonce_too_low", 0, 1), (problem["code"], problem["got"], problem["limit"]))

    def test_NODE20_a_tip_that_is_never_paid_puts_nobody_in_front_and_is_in_no_suggestion(self):
        with Node(*STEPS) as node:
            promise = 2**100
            no_cycles = {"transfer": {"to": BOB, "amount": "1"}, "cycles_limit": 0, "cells_limit": 0}
            no_cells = {"call": {"actor": BOB, "handler": "h", "payload": "0x" + "00" * 101}, "cycles_limit": 200, "cells_limit": 100}
            hashes = [self.post(node, wire.signed({**LOW, **tx, "nonce": 0, "tip_per_cycle": tip, "max_fee_per_cycle": tip + 1000}, KEYS[sender])).json["hash"]
                      for sender, tx, tip in ((0, {**no_cycles}, promise), (1, no_cells, 10**6), (2, {"transfer": {"to": BOB, "amount": "1"}}, 7))]
            node.mine()
            ran = node.good("/v1/transactions?order=asc")["items"]
            self.assertEqual([hashes[2], hashes[0], hashes[1]], [tx["hash"] for tx in ran])
            self.assertEqual(["ok", "out_of_cycles", "out_of_cells"], [tx["receipt"]["status"] for tx in ran])
            self.assertEqual("0", ran[1]["receipt"]["fee"])
            self.assertNotIn(str(promise), str(node.good("/v1/fees")))

    def test_NODE20_the_balance_must_pay_for_the_lower_nonces_too(self):
        with Node(*STEPS) as node:
            half = {"transfer": {"to": BOB, "amount": str(6 * 10**12)}}
            self.assertEqual("pending", self.post(node, raw(0, 0, **half)).json["status"])
            problem = self.post(node, raw(0, 1, **half)).json
            self.assertEqual("insufficient_balance", problem["code"])
            self.assertGreater(int(problem["got"]), 12 * 10**12)
            self.assertEqual(202, self.post(node, raw(0, 1)).status)

    def test_NODE20_a_dropped_transaction_is_taken_anew(self):
        with Node(*STEPS) as node:
            first = raw(0, 0)
            self.post(node, first)
            self.post(node, raw(0, 0, tip=5))
            dropped = node.good("/v1/transactions/" + wire.hash_of(first))
            self.assertEqual(("dropped", "replaced"), (dropped["status"], dropped["reason"]))
            self.assertEqual("replacement_underpriced", self.post(node, first).json["code"])
            self.assertEqual([wire.hash_of(first)], self.hashes(node, "dropped"))

    def test_NODE23_what_waited_too_long_goes_without_any_block(self):
        with Node(*STEPS, "--pool-ttl-s", "1") as node:
            ready, queued = (self.post(node, raw(0, nonce)).json["hash"] for nonce in (0, 2))
            node.until(lambda: len(self.hashes(node, "dropped")) == 2)
            self.assertEqual({"ttl"}, {node.good(f"/v1/transactions/{tx}")["reason"] for tx in (ready, queued)})
            self.assertEqual(0, node.good("/v1/status")["height"])

    def test_NODE20_a_transaction_waits_for_its_nonce_its_fee_or_its_balance(self):
        with Node(*STEPS) as node:
            self.assertEqual("nonce", self.post(node, raw(0, 1)).json["waits_for"])
            self.assertEqual("pending", self.post(node, raw(0, 0)).json["status"])
            self.assertEqual(2, node.good("/v1/status")["pool"]["pending"])
            self.assertEqual(2, node.good(f"/v1/accounts/{ALICE}")["pending_nonce"])
            self.post(node, raw(1, 0, transfer={"to": CAROL, "amount": str(9 * 10**12)}))
            node.post("/v1/dev/set", {"balances": {BOB: "5"}})
            node.mine()
            (waiting,) = node.good("/v1/transactions?status=queued")["items"]
            self.assertEqual((BOB, "balance"), (waiting["from"], waiting["waits_for"]))

    def test_NODE23_eviction_takes_last_nonces_and_leaves_no_gap(self):
        draw = random.Random(23)
        with Node(*STEPS, "--pool-count", "12", "--pool-bytes", "3000") as node:
            next_nonce = [0, 0, 0]
            for _ in range(120):
                sender = draw.randrange(3)
                nonce = draw.randrange(max(1, next_nonce[sender] + 1))
                answer = self.post(node, raw(sender, nonce, tip=draw.randrange(200)))
                self.assertIn(answer.json.get("code", "ok"), ("ok", "pool_full", "replacement_underpriced"), answer)
                waiting = node.good("/v1/transactions?status=pending&limit=1000")["items"] + node.good("/v1/transactions?status=queued&limit=1000")["items"]
                pool = node.good("/v1/status")["pool"]
                self.assertLessEqual(len(waiting), 12)
                self.assertLessEqual(pool["bytes"], 3000)
                self.assertEqual(len(waiting), pool["pending"] + pool["queued"])
                for index, address in enumerate(ADDRESSES):
                    nonces = sorted(tx["nonce"] for tx in waiting if tx["from"] == address)
                    self.assertEqual(list(range(len(nonces))), nonces)
                    next_nonce[index] = len(nonces)
            reasons = {tx["reason"] for tx in node.good("/v1/transactions?status=dropped&limit=1000")["items"]}
            self.assertEqual({"evicted", "replaced"}, reasons)

    def test_NODE23_the_lowest_tip_goes_and_of_equal_ones_the_latest(self):
        with Node(*STEPS, "--pool-count", "3") as node:
            a, b, c = raw(0, 0, tip=5), raw(1, 0, tip=3), raw(2, 0, tip=3)
            for data in (a, b, c):
                self.assertEqual(202, self.post(node, data).status)
            full = self.post(node, raw(0, 1, tip=2))
            self.assertEqual((503, "pool_full", "1"), (full.status, full.json["code"], full.headers["retry-after"]))
            self.assertEqual(202, self.post(node, raw(0, 1, tip=4)).status)
            self.assertEqual([wire.hash_of(c)], self.hashes(node, "dropped"))

    def test_NODE16_what_does_not_fit_waits_and_no_receipt_is_invalid(self):
        with Node(*STEPS, "--max-block-bytes", "700") as node:
            sent = [raw(sender, nonce, tip=sender, cycles_limit=400_000) for sender in range(3) for nonce in range(6)]
            for data in sent:
                self.assertEqual(202, self.post(node, data).status)
            blocks = 0
            while node.good("/v1/status")["pool"]["pending"]:
                node.mine()
                blocks += 1
                self.assertLess(blocks, 40)
            self.assertGreaterEqual(blocks, 4)
            for height in range(1, blocks + 1):
                block = node.good(f"/v1/blocks/{height}?full=true")
                self.assertTrue(all(receipt["status"] == "ok" for receipt in block["receipts"]), block)
                self.assertLessEqual(sum(len(data) for data in sent if wire.hash_of(data) in block["txs"]), 700)
            self.assertEqual(18, len(self.hashes(node, "included")))

    def test_NODE17_what_fits_into_no_block_is_refused_at_once(self):
        fits, larger = (wire.signed({"call": {"actor": BOB, "handler": "x", "payload": "0x" + "00" * size}, **LOW, "nonce": 0}, KEYS[0])
                        for size in (300, 301))
        for flag in ("--max-tx-bytes", "--max-block-bytes"):
            with Node(*STEPS, flag, str(len(fits))) as node:
                answer = self.post(node, larger)
                self.assertEqual((400, "tx_malformed", "too_large"), (answer.status, answer.json["code"], answer.json["reason"]))
                self.assertEqual(202, self.post(node, fits).status)
                sent = node.send({"call": {"actor": BOB, "handler": "x", "payload": "0x" + "00" * 600}}, wait=0)
                self.assertEqual((400, "too_large"), (sent.status, sent.json["reason"]))

    def test_NODE22_who_was_passed_over_in_32_blocks_goes_first(self):
        with Node(*STEPS, "--max-block-bytes", "350", "--pool-per-sender", "1024") as node:
            poor = raw(2, 0)
            self.assertEqual("pending", self.post(node, poor).json["status"])
            for nonce in range(45):
                for sender in (0, 1):
                    self.post(node, raw(sender, nonce, tip=100))
            for blocks in range(1, 45):
                node.mine()
                if node.good("/v1/transactions/" + wire.hash_of(poor))["status"] == "included":
                    break
            self.assertEqual(33, blocks)
            (first, *_) = node.good("/v1/blocks/head")["txs"]
            self.assertEqual(wire.hash_of(poor), first)

    def test_NODE22_the_order_is_by_tip_then_arrival_and_each_sender_by_nonce(self):
        with Node(*STEPS) as node:
            order = [raw(0, 0, tip=1), raw(1, 0, tip=9), raw(0, 1, tip=50), raw(2, 0, tip=9, max_fee_per_cycle=5), raw(1, 1, tip=2)]
            for data in order:
                self.assertEqual(202, self.post(node, data).status)
            node.mine()
            wanted = [order[1], order[3], order[4], order[0], order[2]]  # the cap of the fourth leaves a tip of 4
            self.assertEqual([wire.hash_of(data) for data in wanted], node.good("/v1/blocks/head")["txs"])


if __name__ == "__main__":
    unittest.main()
