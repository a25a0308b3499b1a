"""The calendar that the dashboard draws: how much is due at which heights to come."""
import unittest

import wire
from process import Node
from test_node import STEPS

DEFAULT_GAS = 550_000
SETTER = '''import pvm_host

class Setter:
    def set(self, payload):
        height, gas = payload.split(b" ")
        if gas == b"-":
            pvm_host.schedule_timer(int(height), b"")
        else:
            pvm_host.schedule_timer_ex(int(height), b"", gas_limit=int(gas))

    def stop(self, payload):
        pvm_host.cancel_timer(payload)

    def handle_timer(self, payload):
        pass
'''


class Calendar(unittest.TestCase):
    def setUp(self):
        self.node = Node(*STEPS).start()
        self.addCleanup(self.node.stop)
        self.sender = wire.address_of(wire.DEV_KEYS[0])
        self.actor = self.ran({"deploy": {"python": SETTER}})["receipt"]["address"]
        self.node.post("/v1/dev/set", {"fund": {self.actor: "1000000000"}})
        self.node.mine()

    def ran(self, tx):
        sent = self.node.post("/v1/dev/send", {"tx": {"from": self.sender, **tx}}).json
        self.node.mine()
        return self.node.good(f"/v1/transactions/{sent['hash']}")

    def set(self, height, gas):
        tx = self.ran({"call": {"actor": self.actor, "handler": "set", "payload": f"{height} {gas}"}})
        return tx["scheduled"][0]["id"]

    def calendar(self, **query):
        return self.node.good("/v1/calendar?" + "&".join(f"{key}={value}" for key, value in query.items()))

    def test_timers_are_counted_with_their_gas_limits_by_height(self):
        self.assertEqual({"items": [], "complete": True, "height": 2}, self.calendar())
        self.set(20, 1_000)
        self.set(20, 2_000)
        last = self.set(25, "-")
        at_20 = {"from": 20, "to": 20, "timers": 2, "gas": "3000"}
        at_25 = {"from": 25, "to": 25, "timers": 1, "gas": str(DEFAULT_GAS)}
        self.assertEqual({"items": [at_20, at_25], "complete": True, "height": 5}, self.calendar())
        self.assertEqual([{"from": 16, "to": 25, "timers": 3, "gas": str(3_000 + DEFAULT_GAS)}], self.calendar(from_height=16, step=10)["items"])
        self.assertEqual([at_20], self.calendar(from_height=20, count=5)["items"])
        self.assertEqual([at_20, at_25], self.calendar(from_height=20, count=6)["items"])
        self.assertEqual([at_25], self.calendar(from_height=21)["items"])
        self.ran({"call": {"actor": self.actor, "handler": "stop", "payload": last}})
        self.assertEqual([at_20], self.calendar()["items"])
        self.node.mine(until_height=20)
        self.assertEqual([], self.calendar(from_height=0)["items"])

    def test_a_revert_brings_the_load_back(self):
        self.set(10, 1_000)
        before = self.calendar()
        snapshot = self.node.post("/v1/dev/snapshot", {}).json["id"]
        self.node.mine(blocks=10)
        self.assertEqual([], self.calendar()["items"])
        self.node.post("/v1/dev/revert", {"id": snapshot})
        self.assertEqual(before, self.calendar())

    def test_parameters_are_held_to_their_ranges(self):
        for query in ("step=0", "count=0", "count=1001", "from_height=-1", "step=1000000001"):
            self.assertEqual("bad_parameter", self.node.get(f"/v1/calendar?{query}").json["code"], query)
        self.set(30, 1_000)
        self.assertEqual({"items": [], "complete": True, "height": 3}, self.calendar(from_height=2**64 - 1, step=1_000_000_000, count=1_000))

    def test_fees_from_the_first_block_on_do_not_end_behind_it(self):
        heights = [row["height"] for row in self.node.good("/v1/fees/history?from_height=0&order=asc")["items"]]
        self.assertEqual([0, 1, 2], heights)


if __name__ == "__main__":
    unittest.main()
