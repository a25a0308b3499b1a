"""Ids of timers and of operations are of one form: each is found under its own path alone, also when it is gone."""
import unittest

import wire
from process import Node
from test_node import STEPS

SETTER = '''import pvm_host

class Setter:
    def set(self, payload):
        pvm_host.schedule_timer_ex(pvm_host.block_height() + 1, b"", gas_limit=1000)

    def handle_timer(self, payload):
        pass
'''


class Ids(unittest.TestCase):
    def ran(self, node, tx):
        sent = node.post("/v1/dev/send", {"tx": {"from": wire.address_of(wire.DEV_KEYS[0]), **tx}}).json
        node.mine()
        return node.good(f"/v1/transactions/{sent['hash']}")

    def test_NODE30_an_id_of_the_other_kind_is_not_found(self):
        with Node(*STEPS) as node:
            actor = self.ran(node, {"deploy": {"python": SETTER}})["receipt"]["address"]
            node.post("/v1/dev/set", {"fund": {actor: "1000000000"}})
            node.mine()
            timer = self.ran(node, {"call": {"actor": actor, "handler": "set", "payload": ""}})["scheduled"][0]["id"]
            at = node.good("/v1/status")["clock_ms"] + 3_000
            scheduled = self.ran(node, {"schedule_at": {"timestamp_ms": at, "actor": actor, "handler": "handle_timer", "payload": "", "gas_limit": 5_000}})
            self.assertEqual("ok", scheduled["receipt"]["status"], scheduled)
            operation = scheduled["scheduled"][0]["id"]
            for state in ("there", "gone"):
                with self.subTest(state):
                    self.assertEqual(200, node.get(f"/v1/timers/{timer}").status)
                    self.assertEqual(200, node.get(f"/v1/operations/{operation}").status)
                    self.assertEqual("not_found", node.get(f"/v1/operations/{timer}").json["code"])
                    self.assertEqual("not_found", node.get(f"/v1/timers/{operation}").json["code"])
                node.mine(blocks=8)
            self.assertEqual("gone", node.good(f"/v1/operations/{operation}")["state"])


if __name__ == "__main__":
    unittest.main()
