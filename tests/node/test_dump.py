"""Dumps, loading them, and forks (NODE-46, NODE-50), against a running node."""
import random
import tempfile
import unittest
from pathlib import Path

import test_node
import wire
from dump_file import Dump
from process import Node
from test_dev import ALICE, BOB, CAROL, NOBODY, verb
from test_node import STEPS


class Files(test_node.Running):
    """Dumps and forks."""

    def workload(self, node):
        actor = self.deploy(node)
        sent = node.send({"call": {"actor": actor, "handler": "begin", "payload": "0x01"}}, wait=0)
        verb(node, "set", {"fund": {NOBODY: "1000000000"}})
        node.mine(blocks=2)
        verb(node, "send", {"tx": {"from": NOBODY, "transfer": {"to": BOB, "amount": "9"}}})
        node.mine(blocks=3)
        self.assertEqual("included", node.good(f"/v1/transactions/{sent.json['hash']}")["status"])
        return actor

    def shown(self, node):
        paths = ("/v1/blocks?limit=1000", "/v1/transactions", "/v1/transactions?status=pending", "/v1/fires", "/v1/exits", "/v1/events",
                 "/v1/timers", "/v1/actors", "/v1/fees", "/v1/fees/history", "/v1/config", f"/v1/accounts/{BOB}",
                 f"/v1/accounts/{BOB}?at_height=2", "/v1/status", "/v1/blocks/head?full=true")
        return {path: node.good(path) for path in paths}

    def test_NODE46_what_is_loaded_answers_as_what_was_dumped_and_goes_on_alike(self):
        with tempfile.TemporaryDirectory() as folder, Node(*STEPS) as first:
            self.workload(first)
            taken = verb(first, "snapshot")["id"]
            first.mine(blocks=4)
            first.send({"transfer": {"to": CAROL, "amount": "3"}}, wait=0)
            verb(first, "time", {"advance_ms": 9_000})
            verb(first, "set", {"fund": {CAROL: "1"}})
            dump = first.get("/v1/dev/dump")
            self.assertEqual((200, "application/octet-stream"), (dump.status, dump.headers["content-type"]))
            file = Path(folder) / "dump"
            file.write_bytes(dump.body)
            before = self.shown(first)
            first.mine()
            with Node(*STEPS, "--load", str(file)) as second, Node(*STEPS, "--data", folder + "/d") as third:
                third.mine(blocks=2)
                loaded = third.ask("PUT", "/v1/dev/load", dump.body, {"Content-Type": "application/octet-stream"})
                self.assertEqual(200, loaded.status, loaded)
                for node in (second, third):
                    self.assertEqual(before, self.shown(node))
                for node in (second, third):
                    node.mine()
                    self.assertEqual(first.good("/v1/blocks/head?full=true")["hash"], node.good("/v1/blocks/head")["hash"])
                third.kill()
                third.start()
                self.assertEqual(second.good("/v1/blocks?limit=1000"), third.good("/v1/blocks?limit=1000"))
                for node in (second, third):
                    verb(node, "revert", {"id": taken})
                self.assertEqual(second.good("/v1/status")["hash"], third.good("/v1/status")["hash"])

    def test_NODE46_a_file_that_is_no_dump_harms_nothing(self):
        with Node(*STEPS) as node:
            self.workload(node)
            before = self.shown(node)
            dump = node.get("/v1/dev/dump").body
            rng = random.Random(3)
            for at in [0, len(dump) - 1] + [rng.randrange(len(dump)) for _ in range(20)]:
                broken = bytearray(dump)
                broken[at] ^= 1 << rng.randrange(8)
                answer = node.ask("PUT", "/v1/dev/load", bytes(broken), {"Content-Type": "application/octet-stream"})
                self.assertEqual((400, "bad_request"), (answer.status, answer.json["code"]))
            for body in (b"", dump[:100], dump + b"x"):
                answer = node.ask("PUT", "/v1/dev/load", body, {"Content-Type": "application/octet-stream"})
                self.assertEqual(400, answer.status)
            self.assertEqual(415, node.ask("PUT", "/v1/dev/load", dump).status)
            self.assertEqual(before, self.shown(node))

    def test_NODE46_who_has_the_answer_to_a_load_can_send_the_next(self):
        with Node(*STEPS) as node:
            for _ in range(500):
                answer = node.ask("PUT", "/v1/dev/load", b"x", {"Content-Type": "application/octet-stream"})
                self.assertEqual(400, answer.status, answer)  # busy if the load before were not over

    def test_NODE46_a_dump_of_the_first_version_has_no_senders_and_gives_the_same_chain(self):
        with Node(*STEPS) as first, Node(*STEPS) as second:
            self.workload(first)
            dump = Dump(first.get("/v1/dev/dump").body)
            self.assertTrue(any(block.senders for block in dump.blocks))
            self.assertEqual(dump.body, dump.encoded())
            loaded = second.ask("PUT", "/v1/dev/load", dump.encoded(version=1), {"Content-Type": "application/octet-stream"})
            self.assertEqual(200, loaded.status, loaded)
            self.assertEqual(self.shown(first), self.shown(second))

    def test_NODE46_a_dump_that_names_another_sender_is_refused_and_harms_nothing(self):
        with tempfile.TemporaryDirectory() as folder, Node(*STEPS) as first, Node(*STEPS, "--data", folder + "/d") as second:
            self.workload(first)
            second.mine(blocks=3)
            dump = Dump(first.get("/v1/dev/dump").body)
            block = next(block for block in dump.blocks if block.senders)
            block.senders[0] = bytes.fromhex(CAROL[2:])
            for node, why in ((first, "its state root is not that of the dump"), (second, "was not signed by its sender")):
                before = self.shown(node)
                answer = node.ask("PUT", "/v1/dev/load", dump.encoded(), {"Content-Type": "application/octet-stream"})
                self.assertEqual((400, "bad_request"), (answer.status, answer.json["code"]))
                self.assertIn(f"block {block.height} of the dump", answer.json["detail"])
                self.assertIn(why, answer.json["detail"])
                self.assertEqual(before, self.shown(node))

    def test_NODE50_a_forks_transaction_is_of_another_chain_and_the_other_way_round(self):
        with tempfile.TemporaryDirectory() as folder, Node(*STEPS) as first:
            actor = self.workload(first)
            file = Path(folder) / "dump"
            file.write_bytes(first.get("/v1/dev/dump").body)
            fork = Node(*STEPS, "--fork", str(file), "--data", folder + "/f").start()
            status, origin = fork.good("/v1/status"), first.good("/v1/status")
            self.assertEqual("lariat-dev-fork", status["chain_id"])
            beginning = verb(fork, "snapshot")["id"]
            for key in ("height", "state_root", "timestamp_ms"):
                self.assertEqual(origin[key], status[key])
            self.assertEqual(first.good(f"/v1/actors/{actor}"), fork.good(f"/v1/actors/{actor}"))
            self.assertEqual(first.good("/v1/accounts/" + BOB), fork.good("/v1/accounts/" + BOB))
            tx = {"transfer": {"to": BOB, "amount": "1"}, "nonce": first.nonce(ALICE)}
            for here, there in ((first, fork), (fork, first)):
                raw = wire.signed(tx, wire.DEV_KEYS[0], there.first["chain_id"])
                self.assertEqual("wrong_chain", here.post("/v1/transactions", {"raw": "0x" + raw.hex()}).json["code"])
                self.assertEqual(202, there.post("/v1/transactions", {"raw": "0x" + raw.hex()}).status)
            fork.mine(blocks=3)
            root = fork.good("/v1/blocks/head")["state_root"]
            fork.kill()
            fork.start()
            self.assertEqual(root, fork.good("/v1/status")["state_root"])
            self.assertEqual("lariat-dev-fork", fork.good("/v1/status")["chain_id"])
            for _ in range(5):  # killed before the archive has the fork's first block, it runs that block again
                verb(fork, "revert", {"id": beginning})
                self.assertEqual("lariat-dev-fork", fork.good("/v1/status")["chain_id"])
                fork.mine()
                fork.kill()
                fork.start()
            verb(fork, "revert", {"id": beginning})
            fork.mine(blocks=3)
            root = fork.good("/v1/blocks/head")["state_root"]
            again = fork.get("/v1/dev/dump").body
            verb(fork, "reset")
            self.assertEqual(status["state_root"], fork.good("/v1/status")["state_root"])
            answer = fork.ask("PUT", "/v1/dev/load", again, {"Content-Type": "application/octet-stream"})
            self.assertEqual(200, answer.status, answer)
            self.assertEqual(root, fork.good("/v1/status")["state_root"])
            self.assertEqual(0, fork.stop())


if __name__ == "__main__":
    unittest.main()
