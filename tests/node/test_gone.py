"""The list of timers that are gone: in the order in which they left, each once, under the filters of the live ones."""
import unittest

import wire
from process import Node
from test_node import STEPS

OWNER = wire.address_of(wire.DEV_KEYS[0])
SETTER = '''import pvm_host

class Setter:
    def set(self, payload):
        for i in range(int(payload)):
            pvm_host.schedule_timer_ex(pvm_host.block_height() + 2 + i // 2, b"some bytes", gas_limit=1000)

    def stop(self, payload):
        pvm_host.cancel_timer(payload)

    def handle_timer(self, payload):
        pass
'''


class Gone(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.node = Node(*STEPS).start()
        cls.addClassCleanup(cls.node.stop)
        cls.actors = [cls.ran({"deploy": {"python": SETTER}, "salt": salt})["receipt"]["address"] for salt in ("0x01", "0x02")]
        cls.node.post("/v1/dev/set", {"fund": {actor: "1000000000" for actor in cls.actors}})
        cls.node.mine()
        cls.ids = [[row["id"] for row in cls.ran({"call": {"actor": actor, "handler": "set", "payload": "7"}})["scheduled"]] for actor in cls.actors]
        cls.ran({"call": {"actor": cls.actors[0], "handler": "stop", "payload": cls.ids[0][6]}})
        cls.node.mine(blocks=3)

    @classmethod
    def ran(cls, tx):
        sent = cls.node.post("/v1/dev/send", {"tx": {"from": OWNER, **tx}}).json
        cls.node.mine()
        return cls.node.good(f"/v1/transactions/{sent['hash']}")

    def listed(self, query="", limit=100):
        out, cursor = [], ""
        while True:
            page = self.node.good(f"/v1/timers?state=gone&limit={limit}{query}{cursor}")
            self.assertLessEqual(len(page["items"]), limit)
            out += page["items"]
            if page["next"] is None:
                return out
            cursor = f"&cursor={page['next']}"

    def test_NODE33_timers_that_have_left_are_listed_in_this_order_as_each_is_shown(self):
        found = self.listed()
        exits = [row["id"] for row in self.node.good("/v1/exits?order=asc&limit=1000")["items"]]
        self.assertEqual(exits, [row["id"] for row in found])
        live = {row["id"] for row in self.node.good("/v1/timers")["items"]}
        self.assertEqual({*self.ids[0], *self.ids[1]}, {*live, *exits})
        self.assertTrue(live.isdisjoint(exits))
        for row in found:
            whole = self.node.good(f"/v1/timers/{row['id']}")
            self.assertEqual(b"some bytes".hex(), whole.pop("payload")[2:])
            self.assertEqual(10, row.pop("payload_bytes"))
            self.assertEqual(whole, row)
            self.assertEqual("gone", row["state"])
        self.assertEqual({"fired", "cancelled"}, {row["exit"] for row in found})

    def test_NODE27_pages_give_each_once(self):
        whole = self.listed()
        for limit in (1, 2, 3):
            self.assertEqual(whole, self.listed(limit=limit))
        cursor = self.node.good("/v1/timers?state=gone&limit=1")["next"]
        self.assertEqual("bad_cursor", self.node.get(f"/v1/timers?state=gone&kind=height&cursor={cursor}").json["code"])

    def test_NODE33_filters_hold_for_them_too(self):
        whole = self.listed()
        for query, fits in ((f"&owner={self.actors[1]}", lambda row: row["owner"] == self.actors[1]),
                            (f"&target={self.actors[0]}", lambda row: row["target"] == self.actors[0]),
                            (f"&owner={OWNER}", lambda row: False), ("&kind=watch", lambda row: False), ("&kind=height", lambda row: True),
                            (f"&due_from={whole[3]['height']}", lambda row: row["height"] >= whole[3]["height"]),
                            (f"&due_to={whole[3]['height']}", lambda row: row["height"] <= whole[3]["height"])):
            self.assertEqual([row for row in whole if fits(row)], self.listed(query), query)

    def test_NODE31_as_after_an_earlier_block_and_after_a_revert_they_are_those_of_then(self):
        first = self.listed()[0]["exit_height"]
        self.assertEqual([], self.listed(f"&at_height={first - 1}"))
        then = self.listed(f"&at_height={first}")
        self.assertEqual({first}, {row["exit_height"] for row in then})
        before, snapshot = self.listed(), self.node.post("/v1/dev/snapshot", {}).json["id"]
        self.node.mine(blocks=5)
        self.assertGreater(len(self.listed()), len(before))
        self.node.post("/v1/dev/revert", {"id": snapshot})
        self.assertEqual(before, self.listed())


class LargePayloads(unittest.TestCase):
    def test_NODE52_of_timers_that_leave_together_payloads_are_kept_up_to_4_MiB_and_their_lengths_beyond(self):
        source = ("import pvm_host\n\nclass Keeper:\n    def set(self, payload):\n        for i in range(2):\n"
                  "            pvm_host.schedule_timer(pvm_host.block_height() + 100, bytes([65 + i]) * 400_000)\n"
                  "    def stop(self, payload):\n        for i in range(0, len(payload), 32):\n            pvm_host.cancel_timer(payload[i:i + 32])\n"
                  "    def handle_timer(self, payload):\n        pass\n")
        with Node(*STEPS) as node:
            def ran(tx):
                sent = node.post("/v1/dev/send", {"tx": {"from": OWNER, **tx}}).json
                node.mine()
                done = node.good(f"/v1/transactions/{sent['hash']}")
                self.assertEqual("ok", done["receipt"]["status"], done)
                return done
            actor = ran({"deploy": {"python": source}})["receipt"]["address"]
            node.post("/v1/dev/set", {"fund": {actor: "1000000000"}})
            node.mine()
            ids = [row["id"] for _ in range(6) for row in ran({"call": {"actor": actor, "handler": "set"}})["scheduled"]]
            ran({"call": {"actor": actor, "handler": "stop", "payload": "0x" + "".join(one[2:] for one in ids)}})
            gone = [node.good(f"/v1/timers/{one}") for one in ids]
            self.assertEqual({"gone"}, {timer["state"] for timer in gone})
            whole = [timer for timer in gone if "payload" in timer]
            self.assertEqual(10, len(whole))
            self.assertTrue(all(timer["payload"] in ("0x" + "41" * 400_000, "0x" + "42" * 400_000) for timer in whole))
            self.assertEqual([400_000] * 2, [timer["payload_bytes"] for timer in gone if "payload" not in timer])
            listed, path = [], "/v1/timers?state=gone"  # a page ends by the bytes that are read
            while path:
                page = node.good(path)
                listed += [(timer["id"], timer["payload_bytes"]) for timer in page["items"]]
                path = page["next"] and "/v1/timers?state=gone&cursor=" + page["next"]
            self.assertEqual(sorted((one, 400_000) for one in ids), sorted(listed))


if __name__ == "__main__":
    unittest.main()
