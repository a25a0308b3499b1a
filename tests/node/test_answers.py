"""Answers of the API: ids and heights that are not there, pages, proofs, what lists leave out."""
import contextlib
import json
import os
import sqlite3
import subprocess
import tempfile
import unittest

import wire
from process import LARIAT, Node

ALICE, BOB = (wire.address_of(key) for key in wire.DEV_KEYS[:2])
STEPS = ("--dev", "--clock", "step", "--mine", "manual")
ACTOR = '''from cowboy_sdk import actor
import pvm_host

@actor
class Keeper:
    def put(self, payload):
        for i in range(int(payload)):
            pvm_host.set_state(b"k" + bytes([i]), bytes([i % 24]))
    def later(self, payload):
        for i in range(3):
            pvm_host.schedule_timer(height=pvm_host.block_height() + 500 + i, payload=payload)
            pvm_host.emit_event("set", bytes([i]))
    def soon(self, payload):
        pvm_host.schedule_timer(height=pvm_host.block_height() + 1, payload=payload)
    def handle_timer(self, payload):
        pvm_host.emit_event("fired", payload)
'''


class WithActor(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.node = Node(*STEPS).start()
        cls.addClassCleanup(cls.node.stop)
        sent = cls.node.send({"deploy": {"python": ACTOR}}, wait=0).json["hash"]
        cls.node.mine()
        cls.actor = cls.node.good(f"/v1/transactions/{sent}")["receipt"]["address"]
        cls.call({"transfer": {"to": cls.actor, "amount": "1000000000"}})
        cls.call({"call": {"actor": cls.actor, "handler": "put", "payload": "9"}, "cells_limit": 100_000})
        cls.call({"call": {"actor": cls.actor, "handler": "later", "payload": "one"}})
        cls.call({"call": {"actor": cls.actor, "handler": "later", "payload": "two"}})
        for payload in ("three", "four"):
            cls.call({"call": {"actor": cls.actor, "handler": "soon", "payload": payload}})
        cls.node.mine()

    @classmethod
    def call(cls, tx):
        sent = cls.node.send(tx, wait=0).json["hash"]
        cls.node.mine()
        done = cls.node.good(f"/v1/transactions/{sent}")
        assert done["receipt"]["status"] == "ok", done
        return done

    def test_NODE26_a_page_stays_below_4_MiB_whatever_its_rows_have(self):
        source = ("import pvm_host\nclass Large:\n    def fill(self, payload):\n        for i in range(8):\n"
                  "            pvm_host.set_state(payload + bytes([i]), bytes(45_000))\n"
                  "        pvm_host.emit_event('large', bytes(45_000))\n")
        actor = self.call({"deploy": {"python": source}})["receipt"]["address"]
        for n in range(14):
            self.call({"call": {"actor": actor, "handler": "fill", "payload": f"0x{n:02x}"}, "cells_limit": 1_000_000, "cycles_limit": 5_000_000})
        seen, cursor = [], ""
        while cursor is not None:
            answer = self.node.get(f"/v1/actors/{actor}/storage?limit=1000" + (f"&cursor={cursor}" if cursor else ""))
            self.assertLessEqual(len(answer.body), 4 << 20)
            seen += [item["key"] for item in answer.json["items"]]
            cursor = answer.json["next"]
        self.assertEqual(14 * 8, len(set(seen)))
        self.assertEqual(seen, sorted(seen))

    def code(self, path):
        answer = self.node.get(path)
        return answer.status, answer.json.get("code")

    def test_NODE30_what_was_never_seen_has_its_codes(self):
        never, nobody, head = "0x" + "77" * 32, "0x" + "77" * 20, self.node.good("/v1/status")["height"]
        account = self.node.good(f"/v1/accounts/{nobody}")
        self.assertEqual({"address": nobody, "known": False, "actor": False, "balance": "0", "locked": "0", "nonce": 0, "pending_nonce": 0}, account)
        for path in (f"/v1/timers/{never}", f"/v1/operations/{never}", f"/v1/transactions/{never}", f"/v1/blocks/{never}", f"/v1/actors/{nobody}",
                     f"/v1/actors/{nobody}/code", f"/v1/actors/{nobody}/storage", f"/v1/actors/{ALICE}/storage/0x00", f"/v1/actors/{self.actor}/storage/zz",
                     f"/v1/actors/{ALICE}", f"/v1/actors/{self.actor}?at_height=0", f"/v1/actors/{self.actor}/storage?at_height=0"):
            self.assertEqual((404, "not_found"), self.code(path), path)
        above = head + 1
        for path in (f"/v1/blocks/{above}", f"/v1/accounts/{ALICE}?at_height={above}", f"/v1/timers?at_height={above}", f"/v1/config?at_height={above}",
                     f"/v1/actors/{self.actor}/storage?at_height={2**64 - 1}", f"/v1/operations?at_height={above}", f"/v1/blocks/{2**64 - 1}"):
            self.assertEqual((422, "height_not_reached"), self.code(path), path)
        for path in (f"/v1/blocks?from_height={above}", f"/v1/fires?to_height={2**64 - 1}", f"/v1/timers?due_from={above}", f"/v1/proofs/height/{2**53}",
                     f"/v1/fees/history?from_height={above}", f"/v1/proofs/timer/{never}", f"/v1/proofs/storage/{nobody}/0x00"):
            self.assertEqual(200, self.node.get(path).status, path)
        for path in ("/v1/accounts/0x12", "/v1/accounts/" + ALICE[2:], f"/v1/accounts/{ALICE}00", "/v1/timers/7", f"/v1/timers/{ALICE}", "/v1/blocks/-1",
                     "/v1/blocks/0x12", f"/v1/blocks/{2**64}", "/v1/transactions/0xzz" + "00" * 31, f"/v1/actors/{self.actor}/storage/0x0", "/v1/proofs/height/x",
                     "/v1/fairness/me", "/v1/timers?owner=me"):
            self.assertEqual((400, "bad_parameter"), self.code(path), path)

    def test_NODE28_each_parameter_has_its_kind_and_stands_once(self):
        for query, code in (("limit=0", "bad_parameter"), ("limit=1001", "bad_parameter"), ("limit=", "bad_parameter"), ("limit=1&limit=1", "bad_parameter"),
                            ("limit=1e1", "bad_parameter"), ("order=up", "bad_parameter"), ("from_height=-1", "bad_parameter"), ("x=1", "unknown_parameter"),
                            ("Limit=1", "unknown_parameter"), ("%6cimit=0", "bad_parameter"), ("cursor=", "bad_cursor"), ("at_height=0", "unknown_parameter")):
            answer = self.node.get(f"/v1/blocks?{query}")
            self.assertEqual((400, code), (answer.status, answer.json["code"]), query)
            self.assertIn(query.split("=")[0].replace("%6c", "l"), answer.json["detail"])
        self.assertEqual(2, len(self.node.good("/v1/blocks?limit=%32&")["items"]))

    def pages(self, path, between=None):
        """The items of all pages, one at a time."""
        items, cursor = [], ""
        while True:
            answer = self.node.good(f"{path}{'&' if '?' in path else '?'}limit=1{cursor}")
            items += answer["items"]
            if answer["next"] is None:
                return items
            self.assertEqual(1, len(answer["items"]))
            cursor = "&cursor=" + answer["next"]
            if between:
                between()

    def test_NODE27_pages_of_one_give_what_one_page_gives(self):
        for path in ("/v1/blocks", "/v1/blocks?order=asc", "/v1/transactions", f"/v1/transactions?sender={ALICE}&order=asc", "/v1/events?order=asc",
                     f"/v1/events?topic=set&actor={self.actor}", "/v1/timers", "/v1/timers?sort=created", f"/v1/timers?owner={self.actor}&due_from=6", "/v1/actors",
                     f"/v1/actors/{self.actor}/storage", f"/v1/actors/{self.actor}/storage?prefix=k", "/v1/fees/history", "/v1/fees/history?step=2&order=asc",
                     "/v1/fires", "/v1/exits", "/v1/operations", f"/v1/timers?at_height={self.node.good('/v1/status')['height']}"):
            whole = self.node.good(path)
            self.assertIsNone(whole["next"], path)
            self.assertEqual(whole["items"], self.pages(path), path)

    def test_NODE27_pages_give_what_was_there_throughout_once(self):
        def more():
            self.node.send({"transfer": {"to": BOB, "amount": "1"}}, wait=0)
            self.node.mine()
        for path, key in (("/v1/blocks?to_height=5", "height"), ("/v1/blocks?order=asc&to_height=5", "height"), ("/v1/transactions?to_height=5", "hash"),
                          (f"/v1/actors/{self.actor}/storage", "key"), ("/v1/events?to_height=5", "index")):
            before = [item[key] for item in self.node.good(path)["items"]]
            self.assertEqual(before, [item[key] for item in self.pages(path, more)], path)

    def test_NODE27_a_cursor_under_other_filters_is_bad(self):
        cursor = self.node.good("/v1/blocks?limit=1&order=asc")["next"]
        for path in ("/v1/blocks?", "/v1/blocks?order=desc&", "/v1/blocks?order=asc&from_height=0&", "/v1/transactions?order=asc&", "/v1/timers?"):
            self.assertEqual((400, "bad_cursor"), self.code(f"{path}cursor={cursor}"), path)
        self.assertEqual(200, self.node.get(f"/v1/blocks?limit=7&order=asc&cursor={cursor}").status)

    def test_NODE34_proofs_verify_under_the_root_of_their_block(self):
        timer = self.node.good("/v1/timers")["items"][0]
        for path in (f"timer/{timer['id']}", "timer/0x" + "77" * 32, f"height/{timer['height']}", "height/999999", "operation/0x" + "77" * 32,
                     f"storage/{self.actor}/0x6b00", f"storage/{self.actor}/nothing", f"storage/{ALICE}/0x"):
            answer = self.node.get("/v1/proofs/" + path)
            said = answer.json
            block = self.node.good(f"/v1/blocks/{said['height']}")
            self.assertEqual((block["state_root"], str(said["height"])), (said["state_root"], answer.headers["lariat-height"]))
            with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
                json.dump(said["proof"], file)
                file.flush()
                for root, status in ((said["state_root"], 0), ("0x" + "11" * 32, 1)):
                    done = subprocess.run([LARIAT, "verify", file.name, root], capture_output=True, text=True, check=False)
                    self.assertEqual(status, done.returncode, (path, done.stdout, done.stderr))

    def test_NODE24_lists_leave_out_payloads_and_sources(self):
        deployed = next(tx for tx in self.node.good("/v1/transactions?order=asc")["items"] if "deploy" in tx)
        self.assertNotIn('"python":', json.dumps(deployed))
        self.assertNotIn(b'"payload":', self.node.get("/v1/timers").body + self.node.get("/v1/transactions").body + self.node.get("/v1/queue").body)
        timer = self.node.good("/v1/timers")["items"][0]
        self.assertEqual(3, timer["payload_bytes"])
        self.assertIn(self.node.good(f"/v1/timers/{timer['id']}")["payload"], ("0x6f6e65", "0x74776f"))
        self.assertEqual(ACTOR, self.node.get(f"/v1/actors/{self.actor}/code").body.decode())
        self.assertEqual({"items", "next", "height"}, set(self.node.good("/v1/queue")))

    def test_NODE31_at_height_has_neither_why_nor_pending_nonce(self):
        head = self.node.good("/v1/status")["height"]
        timer = self.node.good("/v1/timers")["items"][0]["id"]
        self.assertIsNotNone(self.node.good(f"/v1/timers/{timer}")["why"])
        self.assertIsNone(self.node.good(f"/v1/timers/{timer}?at_height={head}")["why"])
        self.assertIsNone(self.node.good(f"/v1/accounts/{ALICE}?at_height={head}")["pending_nonce"])

    def test_NODE24_a_simulation_names_its_own_transaction_as_the_cause(self):
        said = self.node.post("/v1/simulate", {"tx": {"from": ALICE, "call": {"actor": self.actor, "handler": "later", "payload": "x"}}}).json
        self.assertEqual([{"tx": said["receipt"]["hash"]}] * 3, [row["cause"] for row in said["receipt"]["scheduled"]])
        self.assertEqual(3, len(said["results"][0]["events"]))


class Why(unittest.TestCase):
    def test_NODE33_a_timer_has_a_time_where_blocks_come_by_themselves_alone(self):
        for empty, blocks, eta in (("always", 5000, 5000 * 3_600_000), ("due", 5000, None), ("due", 50, 50 * 3_600_000), ("never", 50, None)):
            source = f"import pvm_host\n\nclass Later:\n    def go(self, payload):\n        pvm_host.schedule_timer(pvm_host.block_height() + {blocks + 1}, b'')\n"
            with Node("--dev", "--clock", "step", "--mine", "interval", "--block-time-ms", "3600000", "--empty-blocks", empty) as node:
                sent = node.send({"deploy": {"python": source}}, wait=0).json["hash"]
                node.mine()
                actor = node.good(f"/v1/transactions/{sent}")["receipt"]["address"]
                node.send({"transfer": {"to": actor, "amount": "100000000"}}, wait=0)
                node.send({"call": {"actor": actor, "handler": "go"}}, wait=0)
                node.mine(blocks=2)
                (timer,) = node.good("/v1/timers")["items"]
                self.assertEqual({"reason": "not_due", "height": timer["height"], "blocks": blocks, "eta_ms": eta}, timer["why"], (empty, blocks))


class ManyHandlers(unittest.TestCase):
    def test_NODE27_a_page_of_actors_ends_by_their_handlers_and_all_pages_together_have_all(self):
        source = "from cowboy_sdk import actor\n\n@actor\nclass Many:\n" + "".join(
            f"    def h{number}(self, payload):\n        pass\n" for number in range(700))
        with Node(*STEPS) as node:
            for salt in range(18):
                sent = node.send({"deploy": {"python": source}, "salt": "0x" + f"{salt:08x}", "cells_limit": 1_000_000, "cycles_limit": 5_000_000}, wait=0)
                self.assertEqual(202, sent.status, sent)
                node.mine()
            seen, pages, path = [], 0, "/v1/actors?limit=1000"
            while path:
                page = node.good(path)
                seen += [item["address"] for item in page["items"]]
                pages += 1
                path = page["next"] and "/v1/actors?limit=1000&cursor=" + page["next"]
            self.assertEqual((18, 18, 2), (len(seen), len(set(seen)), pages))


class ManyBytes(unittest.TestCase):
    def test_NODE26_a_page_of_dropped_transactions_ends_by_the_bytes_that_are_read(self):
        with Node(*STEPS) as node:
            sent = [node.post("/v1/dev/send", {"tx": {"from": ALICE, "nonce": 1 + number, "valid_until": 1, "call": {
                "actor": BOB, "handler": "h", "payload": "0x" + f"{number:02x}" * 1_000_000}}}).json["hash"] for number in range(5)]
            node.mine(blocks=2)
            seen, pages, path = [], 0, "/v1/transactions?status=dropped&limit=1000"
            while path:
                page = node.good(path)
                seen += [(item["hash"], item["reason"]) for item in page["items"]]
                pages += 1
                path = page["next"] and "/v1/transactions?status=dropped&limit=1000&cursor=" + page["next"]
            self.assertEqual([(tx, "expired") for tx in sent], seen)
            self.assertEqual(2, pages)  # 4 MiB of text, at 2 MB each


class ProofsThatCostTooMuch(unittest.TestCase):
    """NODE-34 has no bound: what a proof costs is found out before it is made."""

    def setUp(self):
        self.node = Node(*STEPS).start()
        self.addCleanup(self.node.stop)

    def deployed(self, source):
        sent = self.node.send({"deploy": {"python": source}, "salt": "0x"}, wait=0).json["hash"]
        self.node.mine()
        return self.node.good(f"/v1/transactions/{sent}")["receipt"]["address"]

    def refused(self, path):
        answer = self.node.get("/v1/proofs/" + path)
        self.assertEqual((422, "limit_too_high"), (answer.status, answer.json.get("code")), path)
        return answer.json

    def test_NODE34_a_height_with_more_than_4096_timers_is_refused_and_each_is_proved_by_its_id(self):
        actor = self.deployed("import pvm_host\n\nclass Setter:\n    def many(self, payload):\n        for i in range(int(payload)):\n"
                              "            pvm_host.schedule_timer(5_000, b'')\n    def handle_timer(self, payload):\n        pass\n")
        self.node.post("/v1/dev/set", {"fund": {actor: "10000000000"}, "config": {"max_timers_per_actor": 5_000, "max_timers_per_target": 5_000}})
        self.node.mine()
        done = 0
        for count in [128] * 32 + [1]:
            if done == 4_096:
                self.assertEqual(200, self.node.get("/v1/proofs/height/5000").status)
            sent = self.node.send({"call": {"actor": actor, "handler": "many", "payload": str(count)}}, wait=0).json["hash"]
            self.node.mine()
            ran = self.node.good(f"/v1/transactions/{sent}")
            self.assertEqual("ok", ran["receipt"]["status"], ran)
            done += count
        problem = self.refused("height/5000")
        self.assertEqual((4_097, 4_096), (problem["got"], problem["limit"]))
        self.assertEqual(200, self.node.get("/v1/proofs/timer/" + ran["scheduled"][0]["id"]).status)

    def test_NODE34_an_absent_key_that_shares_its_path_with_a_live_one_is_refused(self):
        holder = self.deployed("import pvm_host\n\nclass Holder:\n    def hold(self, payload):\n        pass\n")
        self.assertEqual("0xe6a4c7094ebf082a13e8134d62f8f2e2dc86879f", holder)  # the two keys below are twins under this address alone
        key, twin = "0xe5160ae200532f5d", "0xe2d9bd174603d552"
        self.node.post("/v1/dev/set", {"storage": [[holder, key, "0x01"]]})
        self.node.mine()
        self.refused(f"storage/{holder}/{twin}")
        self.assertEqual(200, self.node.get(f"/v1/proofs/storage/{holder}/{key}").status)
        self.node.post("/v1/dev/set", {"storage": [[holder, key, None]]})
        self.node.mine()
        self.assertEqual(200, self.node.get(f"/v1/proofs/storage/{holder}/{twin}").status)


class Kept(unittest.TestCase):
    def test_NODE54_history_beyond_keep_blocks_is_pruned(self):
        with Node(*STEPS, "--keep-blocks", "10", "--keep-states", "5") as node:
            node.mine(blocks=30)
            status = node.good("/v1/status")
            self.assertEqual((30, 21, 26), (status["height"], status["oldest_block"], status["oldest_state"]))
            self.assertEqual(200, node.get("/v1/blocks/21").status)
            for path in ("/v1/blocks/20", "/v1/blocks/0?full=true", "/v1/blocks?from_height=20", "/v1/blocks?to_height=20", "/v1/events?from_height=0", "/v1/fees/history?from_height=20", "/v1/fees/history?to_height=20",
                         f"/v1/accounts/{ALICE}?at_height=25", "/v1/config?at_height=0"):
                answer = node.get(path)
                self.assertEqual((410, "pruned"), (answer.status, answer.json["code"]), path)
            self.assertEqual(200, node.get(f"/v1/accounts/{ALICE}?at_height=26").status)
            self.assertEqual(list(range(30, 20, -1)), [block["height"] for block in node.good("/v1/blocks")["items"]])

    def test_NODE54_what_is_pruned_is_not_missed_after_a_restart_and_no_revert_goes_behind_it(self):
        with tempfile.TemporaryDirectory() as data:
            flags = (*STEPS, "--data", data + "/d", "--keep-blocks", "10", "--keep-states", "5")
            with Node(*flags) as node:
                node.mine(blocks=5)
                snapshot = node.post("/v1/dev/snapshot", {}).json["id"]
                node.mine(blocks=60)
                genesis = node.good("/v1/status")["genesis_hash"]
                self.assertNotEqual("0x" + "00" * 32, genesis)
                answer = node.post("/v1/dev/revert", {"id": snapshot})
                self.assertEqual((409, "too_deep"), (answer.status, answer.json["code"]), answer)
                near = node.post("/v1/dev/snapshot", {}).json["id"]
                node.mine(blocks=3)
                self.assertEqual(200, node.post("/v1/dev/revert", {"id": near}).status)
                self.assertEqual(65, node.good("/v1/status")["height"])
            for _ in range(2):
                with Node(*flags) as node:
                    self.assertEqual(genesis, node.good("/v1/status")["genesis_hash"])
                    node.mine(blocks=40)

    def test_NODE54_history_is_pruned_a_part_at_a_time_where_a_setting_is_lowered(self):
        with tempfile.TemporaryDirectory() as data:
            flags = (*STEPS, "--data", data + "/d")
            with Node(*flags) as node:
                node.mine(blocks=500)
            with Node(*flags, "--keep-blocks", "10", "--keep-states", "5") as node:
                node.mine(blocks=3)
                status = node.good("/v1/status")
                self.assertEqual((494, 499), (status["oldest_block"], status["oldest_state"]), "answers begin where they shall")
                self.assertEqual(410, node.get("/v1/blocks/493").status)
                node.mine(blocks=40)
            rows = sqlite3.connect(data + "/d/archive.sqlite")
            with contextlib.closing(rows):
                self.assertGreaterEqual(rows.execute("SELECT min(height) FROM block").fetchone()[0], 500)
                self.assertGreaterEqual(rows.execute("SELECT min(height) FROM block_values").fetchone()[0], 500)

    def test_NODE54_the_disk_of_pruned_history_comes_back(self):
        def size(data):
            return sum(os.path.getsize(os.path.join(root, file)) for root, _, files in os.walk(data) for file in files
                       if "state" not in os.path.relpath(root, data))
        sizes = []
        for keep in ("0", "16"):
            with tempfile.TemporaryDirectory() as data:
                with Node(*STEPS, "--data", data + "/d", "--keep-blocks", keep, "--keep-states", "1") as node:
                    for _ in range(6):
                        for _ in range(8):
                            node.send({"transfer": {"to": BOB, "amount": "1"}}, wait=0)
                        node.mine(blocks=64)
                sizes.append(size(data))  # of a stopped node: what it was about to write is in the file
        self.assertLess(sizes[1], sizes[0])


if __name__ == "__main__":
    unittest.main()
