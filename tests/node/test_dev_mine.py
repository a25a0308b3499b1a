"""Where mining by hand ends: at the count, at the bound, at the timer or operation, and at the end of time."""
import unittest

import wire
from process import Node

ALICE, BOB = (wire.address_of(key) for key in wire.DEV_KEYS[:2])
TIME_MAX = 2**53 - 1
ACTOR = "class Idle:\n    def handle_timer(self, payload):\n        pass\n"


class Mining(unittest.TestCase):
    def node(self, *flags):
        node = Node("--dev", *flags).start()
        self.addCleanup(node.stop)
        return node

    def mine(self, node, **body):
        answer = node.post("/v1/dev/mine", body)
        self.assertEqual(200, answer.status, answer)
        return answer.json

    def test_NODE46_no_more_than_max_blocks_are_made(self):
        node = self.node("--clock", "step", "--mine", "manual")
        self.assertEqual({"mined": 3, "reached": False, "height": 3}, self.mine(node, blocks=5, max_blocks=3))
        self.assertEqual({"mined": 2, "reached": True, "height": 5}, self.mine(node, blocks=2, max_blocks=2))
        self.assertEqual({"mined": 4, "reached": False, "height": 9}, self.mine(node, until_height=100, max_blocks=4))

    def test_NODE46_until_timer_waits_for_an_operation_too(self):
        node = self.node("--clock", "step", "--mine", "manual")
        deployed = node.send({"deploy": {"python": ACTOR}}, wait=0).json["hash"]
        self.mine(node)
        actor = node.good(f"/v1/transactions/{deployed}")["receipt"]["address"]
        at = node.good("/v1/status")["timestamp_ms"] + 5_000
        posted = node.send({"schedule_at": {"timestamp_ms": at, "actor": actor, "handler": None, "payload": "0x", "gas_limit": 20_000}}, wait=0)
        self.mine(node)
        (row,) = node.good(f"/v1/transactions/{posted.json['hash']}")["scheduled"]
        done = self.mine(node, until_timer=row["id"])
        self.assertTrue(done["reached"])
        (ended,) = node.good(f"/v1/exits?timer={row['id']}")["items"]
        self.assertEqual(("executed", done["height"]), (ended["exit"], ended["height"]))

    def test_NODE57_a_chain_at_the_end_of_time_makes_no_block_and_goes_back(self):
        for flags, verb, body in ((("--mine", "manual", "--clock", "step"), "time", {"advance_ms": TIME_MAX}),
                                  (("--mine", "manual"), "time", {"next_timestamp_ms": TIME_MAX}),
                                  (("--mine", "interval", "--block-time-ms", "20", "--empty-blocks", "always"), "time", {"next_timestamp_ms": TIME_MAX})):
            with self.subTest(flags):
                node = self.node(*flags)
                snapshot = node.post("/v1/dev/snapshot", {}).json["id"]
                self.assertEqual(200, node.post(f"/v1/dev/{verb}", body).status)
                node.post("/v1/dev/mine", {})
                node.until(lambda node=node: node.good("/v1/status")["timestamp_ms"] == TIME_MAX)
                answer = node.post("/v1/dev/mine", {})
                self.assertEqual((409, "time_not_later"), (answer.status, answer.json["code"]))
                simulated = node.post("/v1/simulate", {"tx": {"from": ALICE, "transfer": {"to": BOB, "amount": "1"}}})
                self.assertEqual((409, "time_not_later"), (simulated.status, simulated.json["code"]))
                node.send({"transfer": {"to": BOB, "amount": "1"}}, wait=0)
                self.assertEqual(200, node.post("/v1/dev/revert", {"id": snapshot}).status)
                self.assertEqual(200, node.post("/v1/dev/mine", {}).status)


if __name__ == "__main__":
    unittest.main()
