"""only_self and only_owner on a chain: every way to reach a handler, taken by a stranger, the owner and the actor itself."""
import json
import tempfile
import unittest
from pathlib import Path

from program import json_lines, lariat, trace

ADA, EVE = "0x616461" + 34 * "0", "0x657665" + 34 * "0"  # ada owns the guarded actor, eve the other one

GUARDED = """import base64, json, pvm_host
from cowboy_sdk import only_owner, only_self


class Guarded:
    @only_self
    def handle_timer(self, payload):
        self._note(b"timer " + payload)

    @only_self
    def handle_message(self, payload):
        self._note(b"message " + payload)

    @only_owner
    def close(self, payload):
        self._note(b"close " + payload)

    def start(self, payload):
        now, here = pvm_host.block_height(), self.address
        envelope = json.dumps({"_handler": "handle_message", "_payload": base64.b64encode(b"enveloped").decode()}).encode()
        pvm_host.schedule_timer(now + 1, b"scheduled")
        pvm_host.schedule_timer(now + 1, envelope)
        pvm_host.set_timeout(here, now + 1, b"timeout")
        pvm_host.set_state_watch(here, [(here, b"k")], b"watch", expires_at=now + 2)
        pvm_host.schedule_at(pvm_host.context()["timestamp_ms"] + 1_000, "handle_timer", b"operation")
        pvm_host.send_message(here, b"sent")

    def _note(self, what):
        pvm_host.emit_event("did", what)
        self.storage["k"] = what
"""

STRANGER = """import base64, json, pvm_host


class Stranger:
    def attack(self, payload):
        victim, handlers = payload[:20], payload[20:].decode().split()
        now, here = pvm_host.block_height(), self.address
        for handler in handlers:
            envelope = json.dumps({"_handler": handler, "_payload": ""}).encode()
            pvm_host.send_message(victim, envelope)
        pvm_host.send_message(victim, b"message")
        pvm_host.set_timeout(victim, now + 1, b"timeout")
        pvm_host.set_state_watch(victim, [(here, b"k")], b"watch")
        pvm_host.send_message(here, b"")

    def handle_message(self, payload):
        self.storage["k"] = 1
"""
HANDLERS = ["handle_timer", "handle_message", "close"]


class Guards(unittest.TestCase):
    def run_blocks(self, *blocks):
        """Ada deploys the guarded actor, eve the other one; gives what happened after the block of the deployments."""
        with tempfile.TemporaryDirectory() as folder:
            for name, source, owner in (("guarded", GUARDED, ADA), ("stranger", STRANGER, EVE)):
                (Path(folder) / name).write_text(source, encoding="utf-8")
                out = lariat("check", str(Path(folder) / name), "--from", owner, "--json")[1]
                setattr(self, name, json.loads(out)["address"])
        deploys = [{"from": ADA, "deploy": {"python": GUARDED}}, {"from": EVE, "deploy": {"python": STRANGER}}]
        funds = [{"from": who, "transfer": {"to": to, "amount": str(10**7)}} for who, to in ((ADA, self.guarded), (EVE, self.stranger))]
        genesis = {"accounts": [{"address": who, "balance": str(10**9)} for who in (ADA, EVE)]}
        lines = [{"genesis": genesis}, {"block": {"txs": deploys + funds}}, *[make() for make in blocks], {"blocks": 2}]
        status, out, err = lariat("replay", "-", stdin=trace(*lines))
        self.assertEqual((0, ""), (status, err))
        first, *rest = json_lines(out)
        self.assertEqual(["ok"] * 4, [r["status"] for r in first["receipts"]])
        return rest

    def calls(self, who, *handlers):
        return lambda: {"block": {"txs": [{"from": who, "call": {"actor": self.guarded, "handler": h, "payload": who[2:5]}}
                                          for h in handlers]}}

    def outcomes(self, blocks):
        """What ran in the guarded actor, and what its handlers did."""
        ran = [(r["status"], r.get("error")) for b in blocks for r in b.get("receipts", [])]
        fired = [(f["kind"], f["status"], f.get("error")) for b in blocks for f in b.get("fired", []) if f["actor"] == self.guarded]
        did = [bytes.fromhex(e["data"][2:]).decode() for b in blocks for e in b.get("events", []) if e["name"] == "actor"]
        return ran, fired, did

    def test_a_call_by_anybody_else_is_unauthorized(self):
        refused = ("revert", "Unauthorized")
        self.assertEqual(([refused] * 3, [], []), self.outcomes(self.run_blocks(self.calls(EVE, *HANDLERS))))
        ran, fired, did = self.outcomes(self.run_blocks(self.calls(ADA, *HANDLERS)))
        self.assertEqual(([refused, refused, ("ok", None)], [], ["close 616"]), (ran, fired, did))

    def test_timeouts_watches_messages_and_envelopes_of_another_actor_are_unauthorized_at_its_own_expense(self):
        attack = lambda: {"block": {"txs": [{"from": EVE, "cycles_limit": 2_000_000, "cells_limit": 200_000, "call": {
            "actor": self.stranger, "handler": "attack", "payload": self.guarded + " ".join(HANDLERS).encode().hex()}}]}}
        blocks = self.run_blocks(attack)
        ran, fired, did = self.outcomes(blocks)
        self.assertEqual([("ok", None)], ran)
        self.assertEqual(["height", "message", "message", "message", "message", "watch"], sorted(kind for kind, _, _ in fired))
        self.assertEqual({("revert", "Unauthorized")}, {(status, error) for _, status, error in fired})
        self.assertEqual([], did)
        self.assertNotIn(self.guarded, {address for b in blocks for address in b.get("balances", {})})

    def test_an_operation_that_another_account_schedules_is_unauthorized_and_the_owners_is_let_in(self):
        def operation(who, handler):
            return {"from": who, "schedule_at": {"timestamp_ms": "+1000", "actor": self.guarded, "handler": handler, "payload": "",
                                                 "gas_limit": 100_000}}
        block = lambda: {"block": {"txs": [operation(EVE, h) for h in HANDLERS] + [operation(ADA, "close")]}}
        _, fired, did = self.outcomes(self.run_blocks(block))
        self.assertEqual([("timestamp", "revert", "Unauthorized")] * 3 + [("timestamp", "ok", None)], fired)
        self.assertEqual(["close "], did)

    def test_timers_envelopes_timeouts_watches_operations_and_messages_of_its_own_are_let_in(self):
        _, fired, did = self.outcomes(self.run_blocks(self.calls(EVE, "start")))
        self.assertEqual({("ok", None)}, {(status, error) for _, status, error in fired})
        self.assertEqual(["message enveloped", "message sent", "timer operation", "timer scheduled", "timer timeout", "timer watch"],
                         sorted(set(did)))


if __name__ == "__main__":
    unittest.main()
