"""Random sequences of dev verbs: what a revert undoes never was."""
import os
import random
import unittest

import wire
from process import Node

ACTOR = "0x" + "ac" * 20
SOURCE = """import pvm_host

class Counter:
    def later(self, payload):
        pvm_host.schedule_timer_ex(pvm_host.block_height() + int(payload), b"", gas_limit=20_000)

    def handle_timer(self, payload):
        self.storage["count"] = self.storage.get("count", 0) + 1
"""


class RandomSequences(unittest.TestCase):
    """What a revert undoes never was: after it the chain is that of a node that was only told the rest."""

    ADDRESSES = [wire.address_of(key) for key in wire.DEV_KEYS[:3]]

    def verb(self, draw):
        """One change of the chain, as path and body."""
        address = draw.choice(self.ADDRESSES)
        return draw.choice([
            lambda: ("mine", {"blocks": draw.randint(1, 3)}),
            lambda: ("mine", {"blocks": 1, "step_ms": draw.randint(1, 100_000)}),
            lambda: ("set", {"fund": {address: str(draw.randint(0, 10**6))}}),
            lambda: ("set", {"balances": {"0x" + "55" * 20: str(draw.randint(0, 10**9))}}),
            # With limits that leave room for others in the block: what waits in the pool is no part of a snapshot.
            lambda: ("send", {"tx": {"from": address, "transfer": {"to": draw.choice(self.ADDRESSES), "amount": str(draw.randint(1, 999))},
                                     "cycles_limit": 10_000, "cells_limit": 1_000}}),
            lambda: ("send", {"tx": {"from": address, "call": {"actor": ACTOR, "handler": "later", "payload": str(draw.randint(1, 5))},
                                     "cycles_limit": 50_000, "cells_limit": 5_000}}),
            lambda: ("time", {"advance_ms": draw.randint(0, 10**6)}),
            lambda: ("pause", {}),
            lambda: ("resume", {}),
        ])()

    def ask(self, node, verb):
        answer = node.post("/v1/dev/" + verb[0], verb[1])
        self.assertIn(answer.status, (200, 202), (verb, answer))

    def picture(self, node):
        """What a client sees of chain, history, clock and supply."""
        status = node.good("/v1/status")
        for key in ("pool", "version"):
            status.pop(key)
        blocks = node.good("/v1/blocks?limit=1000")["items"]
        balances = sum(int(node.good(f"/v1/blocks/{status['height']}?full=true")["supply"][key]) for key in ("balances", "locked"))
        return {"status": status, "blocks": blocks, "supply": balances,
                "accounts": [node.good(f"/v1/accounts/{address}") for address in (*self.ADDRESSES, ACTOR)],
                "timers": node.good("/v1/timers?limit=1000"), "fires": node.good("/v1/fires?limit=1000"), "fees": node.good("/v1/fees")}

    def some(self, draw, most):
        """Some verbs, and a block at their end, so that nothing waits."""
        return [self.verb(draw) for _ in range(draw.randint(0, most))] + [("mine", {})]

    def test_NODE47_NODE49_a_chain_after_reverts_is_that_of_a_node_that_never_went_on(self):
        sequences = int(os.environ.get("LARIAT_SEQUENCES", 60))
        flags = ("--dev", "--mine", "manual", "--clock", "step")
        with Node(*flags) as went, Node(*flags) as never:
            ids = set()
            for seed in range(sequences):
                draw = random.Random(seed)
                for node in (went, never):
                    self.ask(node, ("reset", {}))
                    self.ask(node, ("set", {"code": {ACTOR: SOURCE}, "fund": {ACTOR: "100000000"}}))
                for _ in range(draw.randint(1, 3)):
                    for verb in self.some(draw, 4):
                        self.ask(went, verb)
                        self.ask(never, verb)
                    snapshot = went.post("/v1/dev/snapshot", {}).json["id"]
                    self.assertNotIn(snapshot, ids)
                    ids.add(snapshot)
                    for verb in self.some(draw, 6):
                        self.ask(went, verb)
                    self.ask(went, ("revert", {"id": snapshot}))
                    self.assertEqual(self.picture(never), self.picture(went), seed)
                for node in (went, never):
                    self.ask(node, ("mine", {"blocks": 2}))
                self.assertEqual(self.picture(never), self.picture(went), seed)


if __name__ == "__main__":
    unittest.main()
