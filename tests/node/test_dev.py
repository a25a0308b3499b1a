"""The verbs of dev chains (NODE-45 to NODE-50), against a running node."""
import json
import random
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

import wire
from process import LARIAT, Node
import test_node
from test_node import STEPS

ALICE, BOB, CAROL = (wire.address_of(key) for key in wire.DEV_KEYS)
NOBODY = "0x" + "77" * 20
WATCHER = '''from cowboy_sdk import actor
import pvm_host

@actor
class Watcher:
    def watch(self, payload):
        pvm_host.set_state_watch(self.address, [(self.address, b"")], b"w")
    def write(self, payload):
        pvm_host.set_state(b"k", payload)
    def handle_timer(self, payload):
        pvm_host.emit_event("saw", payload)
'''


def verb(node, name, body=None):
    answer = node.post(f"/v1/dev/{name}", body or {})
    assert answer.status in (200, 202), (name, answer)
    return answer.json


def code(node, name, body):
    return node.post(f"/v1/dev/{name}", body).json.get("code")


class Verbs(test_node.Running):
    def setUp(self):
        self.node = Node(*STEPS, "--keep-states", "1000").start()

    def tearDown(self):
        self.assertEqual(0, self.node.stop(), self.node.said() if not self.node.errors.closed else "")

    def balance(self, address):
        return int(self.node.good(f"/v1/accounts/{address}")["balance"])

    def test_NODE49_what_is_set_is_there_after_the_next_block_and_the_supply_counts_it(self):
        node = self.node
        before = node.good("/v1/blocks/0")["supply"]
        actor = self.deploy(node)
        self.assertEqual({"height": 3}, verb(node, "set", {
            "fund": {NOBODY: "5"}, "balances": {BOB: "7"}, "storage": [[actor, "0x6e", "0x01"], [actor, "other", "text"]],
            "config": {"timers_paused": True}}))
        self.assertEqual(0, self.balance(NOBODY))
        node.mine()
        self.assertEqual((5, 7), (self.balance(NOBODY), self.balance(BOB)))
        self.assertEqual("0x01", node.good(f"/v1/actors/{actor}/storage/0x6e")["value"])
        self.assertEqual("0x74657874", node.good(f"/v1/actors/{actor}/storage/other")["value"])
        self.assertTrue(node.good("/v1/config")["config"]["timers_paused"])
        block = node.good("/v1/blocks/head")
        self.assertEqual("7", block["dev"][0]["set"]["balances"][BOB])
        self.assertEqual(5 - 10**13 + 7, sum(map(int, block["supply"].values())) - sum(map(int, before.values())))
        verb(node, "set", {"storage": [[actor, "other", None]]})
        node.mine()
        self.assertEqual(404, node.get(f"/v1/actors/{actor}/storage/other").status)

    def test_NODE49_code_makes_an_actor_and_replaces_it(self):
        node = self.node
        address = "0x" + "a1" * 20
        verb(node, "set", {"code": {address: WATCHER}, "storage": [[address, "k", "v"]]})
        node.mine()
        self.assertEqual(["handle_timer", "watch", "write"], sorted(node.good(f"/v1/actors/{address}")["handlers"]))
        self.assertEqual("bad_request", code(node, "set", {"code": {address: "class ("}}))
        self.assertEqual("bad_request", code(node, "set", {"storage": [[NOBODY, "k", "v"]]}))
        self.assertEqual("bad_request", code(node, "set", {"config": {"nothing": 1}}))
        self.assertEqual("bad_request", code(node, "set", {"fund": {BOB: str(2**128 - 1)}}))
        self.assertEqual("bad_request", code(node, "set", {"nothing": 1}))

    def test_a_change_that_an_earlier_one_prevents_is_listed_with_its_error(self):
        node = self.node
        most = 2**128 - 1 - 2 * 10**14
        verb(node, "set", {"fund": {NOBODY: str(most)}})
        verb(node, "set", {"fund": {BOB: str(most)}})
        node.mine()
        rows = node.good("/v1/blocks/head")["dev"]
        self.assertNotIn("error", rows[0])
        self.assertEqual("InvalidInput", rows[1]["error"]["code"])
        self.assertEqual(most, self.balance(NOBODY))

    def begin(self, actor, payload=b"x"):
        done = self.node.send({"call": {"actor": actor, "handler": "begin", "payload": "0x" + payload.hex()}}, wait=0)
        self.node.mine()
        return self.node.good(f"/v1/transactions/{done.json['hash']}")["scheduled"][0]["id"]

    def test_NODE48_a_timer_that_is_fired_by_hand_pays_and_is_metered_as_any(self):
        node, actor = self.node, self.deploy(self.node)
        timer = self.begin(actor)
        due = node.good(f"/v1/timers/{timer}")["height"]
        before = self.balance(actor)
        verb(node, "fire", {"timer": timer})
        node.mine()
        head = node.good("/v1/status")["height"]
        self.assertLess(head, due)
        fire = node.good(f"/v1/fires?timer={timer}")["items"][0]
        self.assertEqual((head, "ok"), (fire["height"], fire["status"]))
        self.assertEqual(before - int(fire["charged"]), self.balance(actor))
        self.assertEqual("fired", node.good(f"/v1/timers/{timer}")["exit"])
        self.assertEqual("not_found", code(node, "fire", {"timer": "0x" + "00" * 32}))
        self.assertEqual("bad_request", code(node, "fire", {"timer": 7}))

    def test_NODE48_a_watch_is_hit_by_hand_and_by_storage_that_is_set(self):
        node = self.node
        sent = node.send({"deploy": {"python": WATCHER}}, wait=0)
        node.mine()
        actor = node.good(f"/v1/transactions/{sent.json['hash']}")["receipt"]["address"]
        verb(node, "set", {"fund": {actor: "1000000000"}})
        done = node.send({"call": {"actor": actor, "handler": "watch"}}, wait=0)
        node.mine()
        watch = node.good(f"/v1/transactions/{done.json['hash']}")["scheduled"][0]["id"]
        verb(node, "fire", {"timer": watch})
        reached = node.mine(until_timer=watch, max_blocks=5)
        self.assertEqual((True, 1), (reached["reached"], reached["mined"]))
        verb(node, "set", {"storage": [[actor, "k", "new"]]})
        reached = node.mine(until_timer=watch, max_blocks=5)
        self.assertTrue(reached["reached"])
        self.assertEqual(2, len(node.good(f"/v1/fires?timer={watch}")["items"]))

    def test_NODE48_mining_until_a_timer_stops_at_the_block_of_its_fire(self):
        node, actor = self.node, self.deploy(self.node)
        timer = self.begin(actor)
        due = node.good(f"/v1/timers/{timer}")["height"]
        self.assertEqual({"mined": 1, "reached": False, "height": due - 2}, node.mine(until_timer=timer, max_blocks=1))
        self.assertEqual({"mined": 2, "reached": True, "height": due}, node.mine(until_timer=timer))
        self.assertEqual({"mined": 0, "reached": True, "height": due}, node.mine(until_timer=timer))
        self.assertEqual("not_found", code(node, "mine", {"until_timer": "0x" + "00" * 32}))

    def test_pause_and_resume_hold_from_the_next_block_on(self):
        node, actor = self.node, self.deploy(self.node)
        timer = self.begin(actor)
        verb(node, "pause")
        node.mine(blocks=5)
        self.assertEqual("paused", node.good(f"/v1/timers/{timer}")["why"]["reason"])
        verb(node, "resume")
        node.mine()
        self.assertEqual(1, len(node.good(f"/v1/fires?timer={timer}")["items"]))

    def test_NODE14_time_goes_where_it_is_told_and_never_back(self):
        node = self.node
        at = node.good("/v1/blocks/head")["timestamp_ms"]
        verb(node, "time", {"advance_ms": 5_000})
        node.mine()
        self.assertEqual(at + 6_000, node.good("/v1/blocks/head")["timestamp_ms"])
        verb(node, "time", {"next_timestamp_ms": at + 50_000})
        node.mine()
        self.assertEqual(at + 50_000, node.good("/v1/blocks/head")["timestamp_ms"])
        self.assertEqual("time_not_later", code(node, "time", {"next_timestamp_ms": at + 50_000}))
        node.mine(step_ms=7)
        self.assertEqual(at + 50_007, node.good("/v1/blocks/head")["timestamp_ms"])
        for body in ({}, {"advance_ms": 1, "next_timestamp_ms": 2}, {"advance_ms": "x"}, {"advance_ms": -1}):
            self.assertEqual("bad_request", code(node, "time", body))

    def test_mining_changes_at_once(self):
        node = self.node
        self.assertEqual("interval", verb(node, "mining", {"mode": "interval", "block_time_ms": 20, "empty_blocks": "always"})["mode"])
        node.until(lambda: node.good("/v1/status")["height"] > 2)
        self.assertEqual(20, node.good("/v1/status")["mining"]["block_time_ms"])
        verb(node, "mining", {"mode": "auto", "empty_blocks": "never"})
        height = node.good("/v1/status")["height"]
        self.assertEqual(200, node.send({"transfer": {"to": BOB, "amount": "1"}}).status)
        self.assertEqual(height + 1, node.good("/v1/status")["height"])
        for body in ({"mode": "often"}, {"block_time_ms": 9}, {"block_time_ms": "50"}, {"empty_blocks": 1}, {"x": 1}):
            self.assertEqual("bad_request", code(node, "mining", body))
        verb(node, "mining", {"mode": "manual"})

    def test_empty_blocks_follow_the_mode_while_nobody_chose_them(self):
        node = self.node
        self.assertEqual("always", node.good("/v1/status")["mining"]["empty_blocks"])
        self.assertEqual("due", verb(node, "mining", {"mode": "auto"})["empty_blocks"])
        self.assertEqual("always", verb(node, "mining", {"mode": "manual"})["empty_blocks"])
        verb(node, "mining", {"empty_blocks": "never"})
        self.assertEqual("never", verb(node, "mining", {"mode": "auto"})["empty_blocks"])
        verb(node, "mining", {"mode": "manual"})

    def test_anybody_can_be_impersonated_and_posting_the_bytes_is_a_bad_signature(self):
        node = self.node
        verb(node, "set", {"fund": {NOBODY: "1000000000"}})
        node.mine()
        answer = node.post("/v1/dev/send", {"tx": {"from": NOBODY, "transfer": {"to": BOB, "amount": "9"}}})
        self.assertEqual(202, answer.status, answer)
        self.assertTrue(answer.json["impersonated"])
        node.mine()
        tx = node.good(f"/v1/transactions/{answer.json['hash']}")
        self.assertEqual(("included", "ok", True), (tx["status"], tx["receipt"]["status"], tx["impersonated"]))
        self.assertEqual(10**13 + 9, self.balance(BOB))
        self.assertEqual("sender_unknown", code(node, "send", {"tx": {"from": "0x" + "78" * 20, "transfer": {"to": BOB, "amount": "9"}}}))
        self.assertEqual("bad_request", code(node, "send", {"tx": {"from": NOBODY}}))
        self.assertEqual("bad_request", code(node, "send", {}))

    def everything(self):
        """What clients can see of chain, history and clock."""
        node = self.node
        status = node.good("/v1/status")
        for key in ("pool",):
            status.pop(key)
        out = {"status": status}
        for path in ("/v1/blocks", "/v1/transactions", "/v1/fires", "/v1/exits", "/v1/events", "/v1/timers", "/v1/operations",
                     "/v1/actors", "/v1/queue", "/v1/fees", "/v1/fees/history", "/v1/config", f"/v1/accounts/{ALICE}",
                     f"/v1/accounts/{BOB}", f"/v1/accounts/{BOB}?at_height=1", f"/v1/fairness/{ALICE}"):
            out[path] = node.good(path)
        return out

    def test_NODE47_a_reverted_node_is_one_that_never_went_on(self):
        node, actor = self.node, self.deploy(self.node)
        self.begin(actor)
        before = self.everything()
        taken = verb(node, "snapshot")
        self.assertEqual(before, self.everything())
        sent = node.send({"call": {"actor": actor, "handler": "begin", "payload": "0x01"}}, wait=0).json["hash"]
        verb(node, "time", {"advance_ms": 100_000})
        verb(node, "set", {"fund": {BOB: "1"}})
        node.mine(blocks=7)
        later = verb(node, "snapshot")
        verb(node, "set", {"fund": {BOB: "1"}})
        self.assertNotEqual(before, self.everything())
        self.assertEqual({"height": taken["height"]}, verb(node, "revert", {"id": taken["id"]}))
        self.assertEqual(before, self.everything())
        tx = node.good(f"/v1/transactions/{sent}")
        self.assertEqual(("dropped", "reverted"), (tx["status"], tx["reason"]))
        self.assertNotIn("receipt", tx)
        self.assertEqual("not_found", code(node, "revert", {"id": later["id"]}))
        self.assertNotEqual(later["id"], verb(node, "snapshot")["id"])
        node.mine(blocks=3)
        verb(node, "revert", {"id": taken["id"]})
        self.assertEqual(before, self.everything())
        node.mine()
        self.assertNotIn("dev", node.good("/v1/blocks/head"))

    def test_NODE47_reset_goes_back_to_genesis_and_gives_no_snapshot_id_twice(self):
        node = self.node
        genesis = node.good("/v1/blocks/0?full=true")
        first = verb(node, "snapshot")["id"]
        self.deploy(node)
        at_genesis = f"/v1/accounts/{ALICE}?at_height=0"
        rich = node.good(at_genesis)["balance"]
        pooled = node.send({"transfer": {"to": BOB, "amount": "1"}}, wait=0).json["hash"]
        self.assertEqual({"height": 0}, verb(node, "reset"))
        self.assertEqual(0, node.good("/v1/status")["height"])
        self.assertEqual(genesis, node.good("/v1/blocks/0?full=true"))
        self.assertEqual(rich, node.good(at_genesis)["balance"])
        self.assertEqual("reset", node.good(f"/v1/transactions/{pooled}")["reason"])
        self.assertEqual("not_found", code(node, "revert", {"id": first}))
        self.assertNotEqual(first, verb(node, "snapshot")["id"])
        self.assertEqual([], node.good("/v1/actors")["items"])
        self.deploy(node)

    def test_revert_deeper_than_can_be_undone_is_too_deep(self):
        node = self.node
        taken = verb(node, "snapshot")
        node.mine(blocks=16_384, max_blocks=20_000)
        self.assertEqual(200, node.post("/v1/dev/revert", {"id": taken["id"]}).status)
        node.mine(blocks=16_385, max_blocks=20_000)
        self.assertEqual("too_deep", code(node, "revert", {"id": taken["id"]}))


class Kept(test_node.Running):
    def test_what_waits_and_snapshots_outlive_a_kill(self):
        with tempfile.TemporaryDirectory() as data:
            node = Node(*STEPS, "--data", data).start()
            at = node.good("/v1/blocks/head")["timestamp_ms"]
            taken = verb(node, "snapshot")
            node.mine(blocks=3)
            verb(node, "set", {"fund": {NOBODY: "5"}})
            verb(node, "time", {"next_timestamp_ms": at + 77_000})
            node.kill()
            node.start()
            node.mine()
            self.assertEqual("5", node.good(f"/v1/accounts/{NOBODY}")["balance"])
            self.assertEqual(at + 77_000, node.good("/v1/blocks/head")["timestamp_ms"])
            node.kill()
            node.start()
            node.mine()
            self.assertEqual("5", node.good(f"/v1/accounts/{NOBODY}")["balance"])
            verb(node, "revert", {"id": taken["id"]})
            node.kill()
            node.start()
            self.assertEqual(taken["height"], node.good("/v1/status")["height"])
            self.assertEqual(0, node.stop())

    def test_NODE8_a_revert_or_reset_that_a_kill_interrupts_is_finished(self):
        rng = random.Random(7)
        with tempfile.TemporaryDirectory() as data:
            node = Node(*STEPS, "--data", data).start()
            for _ in range(12):
                taken = verb(node, "snapshot")
                node.mine(blocks=rng.randrange(1, 30))
                told = node.good("/v1/blocks/head")
                what = rng.choice(("revert", "reset"))
                connection = node.connection()
                connection.request("POST", f"/v1/dev/{what}", json.dumps({"id": taken["id"]} if what == "revert" else {}),
                                   {"Content-Type": "application/json"})
                time.sleep(rng.random() * 0.02)
                node.kill()
                connection.close()
                node.start()
                head = node.good("/v1/blocks/head")
                wanted = taken["height"] if what == "revert" else 0
                self.assertIn(head["height"], (told["height"], wanted))
                if head["height"] == told["height"]:
                    self.assertEqual(told["hash"], head["hash"])
                node.mine()
            self.assertEqual(0, node.stop())


class Traces(unittest.TestCase):
    """Dev changes in a trace (docs/trace.md)."""

    def replay(self, *lines, folder=None):
        done = subprocess.run([LARIAT, "replay", "-", *(["--state", folder] if folder else [])], capture_output=True, text=True,
                              input="".join(json.dumps(line) + "\n" for line in lines), timeout=30, check=False)
        return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr

    GENESIS = {"genesis": {"dev": True, "accounts": [{"address": ALICE, "balance": "1000000000"}]}}

    def test_NODE49_a_trace_makes_the_changes_of_its_blocks_first(self):
        status, results, _ = self.replay(
            self.GENESIS,
            {"block": {"dev": [{"set": {"fund": {BOB: "5"}}}, {"pause": True}, {"fire": "0x" + "00" * 32}],
                       "txs": [{"from": BOB, "transfer": {"to": ALICE, "amount": "0"}, "cycles_limit": 2, "cells_limit": 2}]}},
            {"blocks": 1})
        self.assertEqual(0, status)
        self.assertEqual(["set", "pause", "fire"], [next(iter(row)) for row in results[0]["dev"]])
        self.assertEqual("TimerNotFound", results[0]["dev"][2]["error"]["code"])
        self.assertNotIn("dev", results[1])
        self.assertEqual(1_000_000_005, sum(map(int, results[1]["supply"].values())))

    def test_NODE45_a_chain_that_is_no_dev_chain_refuses_a_block_with_changes(self):
        status, _, said = self.replay({"genesis": {}}, {"block": {"dev": [{"pause": True}]}})
        self.assertEqual((2, True), (status, "dev chains alone" in said), said)
        for dev in ({}, [{}], [{"pause": 1}], [{"pause": True, "fire": "0x"}], [{"set": {"x": 1}}], [{"set": {"storage": [["0x", 1]]}}]):
            self.assertEqual(2, self.replay(self.GENESIS, {"block": {"dev": dev}})[0], dev)

    def test_TMR7_a_timer_that_was_taken_in_early_survives_a_restart_and_db_check(self):
        with tempfile.TemporaryDirectory() as folder:
            genesis = {"genesis": {"dev": True, "accounts": [{"address": ALICE, "balance": "1000000000000"}], "actors": [
                {"address": NOBODY, "balance": "1000000000", "handlers": {"begin": [{"schedule": {"height": 500}}],
                                                                          "handle_timer": []}}]}}
            begin = {"block": {"txs": [{"from": ALICE, "call": {"actor": NOBODY, "handler": "begin"}}]}}
            status, results, said = self.replay(genesis, begin)
            self.assertEqual(0, status, said)
            timer = results[0]["scheduled"][0]["id"]
            held = {"block": {"dev": [{"pause": True}, {"fire": timer}]}}
            go = {"block": {"dev": [{"pause": False}]}}
            lines = (genesis, begin, held, {"blocks": 2}, {"restart": True}, go, {"blocks": 1})
            status, restarted, said = self.replay(*lines, folder=folder)
            self.assertEqual(0, status, said)
            self.assertEqual(timer, restarted[4]["fired"][0]["id"])
            plain = self.replay(*[line for line in lines if line != {"restart": True}])[1]
            self.assertEqual(plain, restarted)
            checked = subprocess.run([LARIAT, "db", "check", folder], capture_output=True, text=True, timeout=30, check=False)
            self.assertEqual(0, checked.returncode, checked)


class Without(unittest.TestCase):
    def test_NODE45_without_dev_each_verb_is_not_dev_and_a_token_is_asked_for(self):
        verbs = ("set", "send", "mine", "time", "mining", "fire", "pause", "resume", "snapshot", "revert", "reset")
        with tempfile.TemporaryDirectory() as folder:
            genesis = Path(folder) / "genesis.json"
            genesis.write_text(json.dumps({"chain_id": "x", "accounts": [{"address": ALICE, "balance": "1"}]}))
            with Node("--genesis", str(genesis)) as node:
                for name in verbs:
                    self.assertEqual("not_dev", code(node, name, {}), name)
                self.assertEqual("not_dev", node.get("/v1/dev/dump").json["code"])
                self.assertEqual("not_dev", node.get("/v1/dev/accounts").json["code"])
        with Node(*STEPS, "--token", "a secret of more than 16") as node:
            for name in verbs:
                self.assertEqual("unauthorized", code(node, name, {}), name)
            wrong = node.ask("POST", "/v1/dev/mine", {}, {"Authorization": "Bearer a secret of more than 17"})
            self.assertEqual(401, wrong.status)
            right = node.ask("POST", "/v1/dev/mine", {}, {"Authorization": "Bearer a secret of more than 16"})
            self.assertEqual(200, right.status)


if __name__ == "__main__":
    unittest.main()
