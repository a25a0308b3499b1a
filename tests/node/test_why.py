"""Why a timer fires in the coming block or does not, where changes of developers wait for that block; and whose exits are whose."""
import unittest

import wire
from process import Node

ALICE, BOB = (wire.address_of(key) for key in wire.DEV_KEYS[:2])
STEPS = ("--dev", "--clock", "step", "--mine", "manual")
ACTOR = '''import pvm_host

class Keeper:
    def deploy(self, payload):
        pvm_host.schedule_timer(height=pvm_host.block_height() + 900, payload=b"first")
    def at(self, payload):
        ahead, count = payload.split()
        for i in range(int(count)):
            pvm_host.schedule_timer(height=pvm_host.block_height() + int(ahead), payload=b"", gas_limit=20_000)
    def brief(self, payload):
        pvm_host.cancel_timer(pvm_host.schedule_timer(height=pvm_host.block_height() + 9, payload=b""))
    def cancel(self, payload):
        pvm_host.cancel_timer(payload)
    def watch(self, payload):
        pvm_host.set_state_watch(self.address, [(self.address, b"price")], b"", gas_limit=20_000)
    def handle_timer(self, payload):
        pass
'''


class Timers(unittest.TestCase):
    def setUp(self):
        self.node = Node(*STEPS).start()
        self.addCleanup(self.node.stop)
        self.actor = self.sent({"deploy": {"python": ACTOR}})["receipt"]["address"]
        self.sent({"transfer": {"to": self.actor, "amount": "1000000000"}})

    def sent(self, tx):
        posted = self.node.send(tx, wait=0).json["hash"]
        self.node.mine()
        done = self.node.good(f"/v1/transactions/{posted}")
        self.assertEqual("ok", done["receipt"]["status"], done)
        return done

    def call(self, handler, payload="0x"):
        return self.sent({"call": {"actor": self.actor, "handler": handler, "payload": payload}})

    def timers(self, ahead, count=1):
        """Ids of timers that are set for a height so many blocks behind that of the call."""
        return [row["id"] for row in self.call("at", f"{ahead} {count}")["scheduled"]]

    def dev(self, verb, **body):
        answer = self.node.post(f"/v1/dev/{verb}", body)
        self.assertEqual(200, answer.status, answer)

    def why(self, timer):
        return self.node.good(f"/v1/timers/{timer}")["why"]

    def fired(self, timer):
        self.node.mine()
        return [row["height"] for row in self.node.good(f"/v1/fires?timer={timer}")["items"]]


class Why(Timers):
    def test_NODE33_reasons_and_order_follow_blocks_reverts_and_changes_that_wait(self):
        near, far = self.timers(2)[0], self.timers(5)[0]
        def seen():
            return ([self.why(timer) for timer in (near, far)], [row["id"] for row in self.node.good("/v1/queue")["items"]],
                    {row["id"]: row["why"] for row in self.node.good("/v1/timers")["items"]})
        first = seen()
        self.assertEqual(["next", "not_due"], [why["reason"] for why in first[0]])
        taken = self.node.post("/v1/dev/snapshot", {}).json["id"]
        states = [first]
        for _ in range(3):
            self.node.mine()
            if self.node.get(f"/v1/timers/{near}").json["state"] != "gone":
                states.append(seen())
        self.dev("revert", id=taken)
        self.assertEqual(first, seen())
        self.dev("pause")
        self.assertEqual("paused", self.why(near)["reason"])
        self.dev("resume")
        self.assertEqual(first, seen())
        self.node.mine()
        self.assertNotEqual(first[1], [row["id"] for row in self.node.good("/v1/queue")["items"]])

    def test_NODE33_a_pause_that_waits_is_in_force_in_the_coming_block(self):
        (timer,) = self.timers(1)
        self.assertEqual("next", self.why(timer)["reason"])
        self.dev("pause")
        self.assertEqual("paused", self.why(timer)["reason"])
        self.assertEqual([], self.fired(timer))
        self.dev("resume")
        self.assertEqual("next", self.why(timer)["reason"])
        self.assertEqual(1, len(self.fired(timer)))

    def test_NODE33_a_timer_that_is_fired_by_hand_is_next(self):
        (timer,) = self.timers(500)
        self.assertEqual("not_due", self.why(timer)["reason"])
        self.dev("fire", timer=timer)
        self.assertEqual("next", self.why(timer)["reason"])
        self.assertEqual(timer, self.node.good("/v1/queue")["items"][0]["id"])
        self.assertEqual(1, len(self.fired(timer)))

    def test_NODE33_a_watch_that_is_fired_by_hand_is_next(self):
        (row,) = self.call("watch")["scheduled"]
        self.assertEqual("idle", self.why(row["id"])["reason"])
        self.dev("fire", timer=row["id"])
        self.assertEqual("next", self.why(row["id"])["reason"])
        self.assertEqual(1, len(self.fired(row["id"])))

    def test_NODE33_settings_and_balances_that_wait_decide(self):
        (timer,) = self.timers(1)
        self.dev("set", config={"max_cycles_per_fire": 10_000})
        self.assertEqual(("parked", 20_000, 10_000), tuple(self.why(timer)[key] for key in ("reason", "gas_limit", "cap")))
        self.assertEqual([], self.fired(timer))
        self.assertEqual("parked", self.why(timer)["reason"])
        self.dev("set", config={"max_cycles_per_fire": 1_000_000})
        self.assertEqual("next", self.why(timer)["reason"])
        self.dev("set", balances={self.actor: "5"})
        self.assertEqual(("payer_short", "5"), tuple(self.why(timer)[key] for key in ("reason", "available")))
        self.dev("set", fund={self.actor: "1000000000"})
        self.assertEqual("next", self.why(timer)["reason"])
        self.assertEqual(1, len(self.fired(timer)))

    def test_NODE33_those_beyond_the_looks_are_told_how_many_stand_before_them(self):
        self.dev("set", config={"max_looks_per_block": 2})
        self.node.mine()
        timers = self.timers(1, 5)
        why = sorted((self.why(timer) for timer in timers), key=lambda one: one.get("ahead", 0))
        self.assertEqual([{"reason": "next"}] * 2 + [{"reason": "behind", "ahead": ahead, "limit": "looks"} for ahead in (2, 3, 4)], why)


class Exits(Timers):
    def test_NODE51_exits_are_found_by_their_owner(self):
        first = self.node.good(f"/v1/timers?owner={self.actor}")["items"][0]["id"]
        (fires,) = self.timers(1)
        self.node.mine()
        brief = self.call("brief")["scheduled"][0]["id"]
        self.call("cancel", first)
        rows = self.node.good(f"/v1/exits?owner={self.actor}")["items"]
        self.assertEqual([(first, "cancelled"), (brief, "cancelled"), (fires, "fired")], [(row["id"], row["exit"]) for row in rows])
        self.assertEqual([], self.node.good(f"/v1/exits?owner={BOB}")["items"])

    def test_NODE51_the_owner_of_an_operation_is_its_account(self):
        at = self.node.good("/v1/status")["timestamp_ms"] + 60_000
        done = self.sent({"schedule_at": {"timestamp_ms": at, "actor": self.actor, "gas_limit": 20_000, "payload": "0x"}})
        self.dev("time", advance_ms=120_000)
        self.node.mine()
        rows = self.node.good(f"/v1/exits?owner={ALICE}")["items"]
        self.assertEqual([done["scheduled"][0]["id"]], [row["id"] for row in rows])


if __name__ == "__main__":
    unittest.main()
