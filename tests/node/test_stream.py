"""What streams of a node tell: from any height on, over cuts and reverts, and of the pool."""
import random
import signal
import tempfile
import threading
import time
import unittest

import wire
from process import Node
from stream import Stream

ALICE, BOB = (wire.address_of(key) for key in wire.DEV_KEYS[:2])
STEPS = ("--dev", "--clock", "step", "--mine", "manual")
PAY = {"transfer": {"to": BOB, "amount": "1"}}

# Emits events.
ACTOR = '''from cowboy_sdk import actor
import pvm_host

@actor
class Talker:
    def say(self, payload):
        pvm_host.emit_event("said", payload)
    def many(self, payload):
        for i in range(payload[0]):
            pvm_host.emit_event("said", bytes([i]))
    def later(self, payload):
        pvm_host.schedule_timer(height=pvm_host.context()["block_height"] + 2, payload=payload)
    def handle_timer(self, payload):
        pvm_host.emit_event("fired", payload)
'''


def deploy(node):
    sent = node.send({"deploy": {"python": ACTOR}}, wait=0)
    assert sent.status == 202, sent
    node.mine()
    address = node.good(f"/v1/transactions/{sent.json['hash']}")["receipt"]["address"]
    node.send({"transfer": {"to": address, "amount": "1000000000"}}, wait=0)
    node.mine()
    return address


def call(actor, handler, payload="0x00"):
    return {"call": {"actor": actor, "handler": handler, "payload": payload}}


class Following(unittest.TestCase):
    def test_NODE36_every_topic_gives_what_the_lists_give(self):
        with Node(*STEPS) as node:
            actor = deploy(node)
            filters = {"blocks": {}, "receipts": {"sender": ALICE}, "fires": {"actor": actor}, "exits": {},
                       "events": {"actor": actor}}
            timestamp = node.good("/v1/status")["timestamp_ms"]
            for _ in range(2):
                node.send({"schedule_at": {"timestamp_ms": timestamp + 3000, "actor": actor, "handler": "say"}}, wait=0)
            for payload in ("0x01", "0x02"):
                node.send(call(actor, "say", payload), wait=0)
                node.send(call(actor, "later", payload), wait=0)
                node.mine()
            with Stream(node.port) as stream:
                got, marks = {topic: [] for topic in filters}, {topic: [] for topic in filters}
                for topic, wanted in filters.items():
                    stream.say({"subscribe": topic, "to": topic, "filter": wanted, "from_height": 0})
                head, begun = node.good("/v1/status")["height"], 0
                while not all(marks[topic][-1:] == [head + 3] for topic in filters):
                    if begun == len(filters):  # all of them are told of these blocks as they come
                        node.send(PAY, wait=0)
                        node.mine(blocks=3)
                        begun = None
                    said = stream.hear()
                    if "item" in said:
                        self.assertEqual(said["item"]["height"], said["height"])
                        got[said["id"]].append(said["item"])
                    elif "mark" in said:
                        marks[said["id"]].append(said["mark"])
                        self.assertEqual(node.good(f"/v1/blocks/{said['mark']}")["state_root"], said["state_root"])
                        self.assertTrue(all(item["height"] <= said["mark"] for item in got[said["id"]]))
                    else:
                        self.assertEqual({"id": said["id"], "ok": True, "height": head}, said)
                        begun += 1
            for topic, wanted in filters.items():
                self.assertEqual([head + 1, head + 2, head + 3], marks[topic][-3:], "each block after the beginning has a mark")
                if topic == "receipts":
                    hashes = [row["hash"] for row in node.good(f"/v1/transactions?sender={ALICE}&order=asc")["items"]]
                    self.assertEqual([node.good(f"/v1/transactions/{one}") for one in hashes], got[topic])
                    continue
                query = "&".join(f"{key}={value}" for key, value in wanted.items())
                self.assertEqual(node.good(f"/v1/{topic}?order=asc&limit=1000&{query}")["items"], got[topic])
                self.assertGreater(len(got[topic]), 1, topic)

    def test_NODE36_it_begins_with_the_next_block_and_waits_for_one_that_is_far(self):
        with Node(*STEPS) as node, Stream(node.port) as stream:
            node.mine(blocks=2)
            self.assertEqual(2, stream.subscribe("next", "blocks"))
            self.assertEqual(2, stream.subscribe("far", "blocks", from_height=5))
            node.mine(blocks=4)
            said = [stream.hear() for _ in range(8 + 4)]
            self.assertEqual([3, 4, 5, 6], [one["height"] for one in said if one["id"] == "next" and "item" in one])
            self.assertEqual([5, 6], [one["height"] for one in said if one["id"] == "far" and "item" in one])
            self.assertEqual([5, 6], [one["mark"] for one in said if one["id"] == "far" and "mark" in one])
            stream.say({"unsubscribe": "next"})
            self.assertEqual({"id": "next", "ok": True, "height": 6}, stream.hear())
            node.mine()
            self.assertEqual({"far"}, {stream.hear()["id"] for _ in range(2)})
            with self.assertRaises(TimeoutError):
                stream.hear(timeout=0.3)

    def test_NODE36_long_history_comes_in_pages_without_gap_or_double(self):
        with Node(*STEPS) as node:
            actor = deploy(node)
            for _ in range(30):
                for _ in range(2):
                    self.assertEqual(202, node.send(call(actor, "many", "0x50"), wait=0).status)
                node.mine()
            wanted = []
            path = f"/v1/events?actor={actor}&order=asc&limit=1000"
            page = node.good(path)
            while True:
                wanted += page["items"]
                if not page["next"]:
                    break
                page = node.good(f"{path}&cursor={page['next']}")
            head = node.good("/v1/status")["height"]
            with Stream(node.port) as stream:
                stream.subscribe("x", "events", filter={"actor": actor}, from_height=0)
                got, mark = [], -1
                while mark < head:
                    said = stream.hear()
                    if "item" in said:
                        self.assertGreater(said["height"], mark, "all of a block comes before its mark")
                        got.append(said["item"])
                    else:
                        self.assertGreater(said["mark"], mark)
                        mark = said["mark"]
            self.assertGreater(len(wanted), 2000)
            self.assertEqual(wanted, got)

    def test_NODE36_after_cuts_kills_and_restarts_each_item_comes_once(self):
        choice = random.Random(36)
        with tempfile.TemporaryDirectory() as data:
            flags = ("--data", data + "/chain", "--dev", "--block-time-ms", "20", "--empty-blocks", "always")
            got, mark, sent = [], -1, 0
            for _ in range(6):
                node = Node(*flags).start()
                end = time.monotonic() + choice.uniform(0.3, 1.2)
                stop = threading.Event()
                posted = []

                def post(node=node, stop=stop, posted=posted):
                    try:
                        nonce = node.nonce(ALICE)
                        while not stop.is_set():
                            raw = wire.signed({**PAY, "nonce": nonce}, wire.DEV_KEYS[0])
                            node.post("/v1/transactions", {"raw": "0x" + raw.hex()})
                            posted.append(nonce)
                            nonce += 1
                    except OSError:
                        pass  # it was killed

                poster = threading.Thread(target=post)
                poster.start()
                try:
                    while time.monotonic() < end or (len(posted) < 8 and poster.is_alive()):
                        with Stream(node.port) as stream:
                            self.assertTrue(stream.subscribe("x", "receipts", from_height=mark + 1) >= 0)
                            ready = []
                            cut = choice.randrange(1, 60)
                            while cut and time.monotonic() < end:
                                said = stream.hear()
                                cut -= 1
                                if "item" in said:
                                    ready.append((said["height"], said["item"]["hash"]))
                                else:
                                    self.assertGreater(said["mark"], mark)
                                    got, ready, mark = got + ready, [], said["mark"]
                finally:
                    how = node.kill() if choice.random() < 0.7 else node.stop()
                    stop.set()
                    poster.join()
                self.assertIn(how, (0, -signal.SIGKILL))
                sent += len(posted)
            with Node(*flags) as node:
                with Stream(node.port) as stream:
                    stream.subscribe("x", "receipts", from_height=mark + 1)
                    head = node.good("/v1/status")["height"]
                    rest = stream.until_mark(head)
                got += [(said["height"], said["item"]["hash"]) for said in rest if "item" in said]
                path, wanted = "/v1/transactions?order=asc&limit=1000", []
                page = node.good(path)
                while True:
                    wanted += [(row["height"], row["hash"]) for row in page["items"]]
                    if not page["next"]:
                        break
                    page = node.good(f"{path}&cursor={page['next']}")
            last = rest[-1]["mark"]
            self.assertEqual([one for one in wanted if one[0] <= last], got)
            self.assertGreater(len(got), 20)

    def test_NODE36_history_that_is_no_longer_kept_is_named(self):
        with Node(*STEPS, "--keep-blocks", "10", "--keep-states", "1") as node, Stream(node.port) as stream:
            node.mine(blocks=130)
            stream.say({"subscribe": "old", "to": "blocks", "from_height": 1})
            self.assertEqual({"id": "old", "error": "pruned"}, stream.hear())
            stream.subscribe("kept", "blocks", from_height=node.good("/v1/status")["oldest_block"])
            self.assertEqual(130, stream.until_mark(130)[-1]["mark"])

    def test_NODE26_what_a_stream_told_no_later_answer_lacks(self):
        with Node("--dev", "--block-time-ms", "10", "--empty-blocks", "always") as node, Stream(node.port) as stream:
            stream.subscribe("x", "blocks")
            for _ in range(100):
                said = stream.hear()
                self.assertGreaterEqual(node.good("/v1/status")["height"], said.get("mark", said.get("height")))

    def test_NODE36_filters_and_messages_that_are_unknown_are_named(self):
        with Node(*STEPS) as node:
            for more, code in (({"to": "nothing"}, "bad_request"), ({}, "bad_request"), ({"to": "blocks", "more": 1}, "bad_request"),
                               ({"to": "blocks", "filter": {"sender": ALICE}}, "unknown_parameter"),
                               ({"to": "blocks", "filter": {"limit": "1"}}, "unknown_parameter"),
                               ({"to": "receipts", "filter": {"status": "included"}}, "unknown_parameter"),
                               ({"to": "receipts", "filter": {"sender": "0x12"}}, "bad_parameter"),
                               ({"to": "fires", "filter": {"kind": "nothing"}}, "bad_parameter"),
                               ({"to": "events", "filter": {"name": 1}}, "bad_parameter"),
                               ({"to": "events", "filter": []}, "bad_request"), ({"to": "blocks", "from_height": -1}, "bad_request"),
                               ({"to": "blocks", "from_height": "x"}, "bad_request"), ({"to": "pending", "from_height": 0}, "bad_request")):
                with Stream(node.port) as stream:
                    stream.say({"subscribe": "x", **more})
                    self.assertEqual({"id": "x", "error": code}, stream.hear(), more)
            with Stream(node.port) as stream:
                stream.say({"unsubscribe": "x"})
                self.assertEqual({"id": "x", "error": "not_found"}, stream.hear())
                stream.subscribe("x", "blocks", from_height=str(2**64 - 1))
                stream.say({"subscribe": "x", "to": "blocks"})
                self.assertEqual({"id": "x", "error": "bad_request"}, stream.hear())


class Reverts(unittest.TestCase):
    def verb(self, node, name, body=None):
        answer = node.post(f"/v1/dev/{name}", body or {})
        self.assertEqual(200, answer.status, answer)
        return answer.json

    def test_NODE37_a_revert_is_said_before_anything_new(self):
        with Node(*STEPS) as node, Stream(node.port) as stream, Stream(node.port) as bare:
            node.mine(blocks=2)
            snapshot = self.verb(node, "snapshot")["id"]
            for name, to in (("b", "blocks"), ("r", "receipts")):  # what the first gives may come before the answer to the second
                stream.say({"subscribe": name, "to": to, "from_height": 1})
            for _ in range(3):
                node.send(PAY, wait=0)
                node.mine()
            seen = {"b": {}, "r": {}}  # by height, as a client keeps it
            reverts = []

            def follow(height):
                marks = {"b": 0, "r": 0}
                while min(marks.values()) < height:
                    said = stream.hear()
                    if "revert" in said:
                        reverts.append(said["revert"])
                        marks = {"b": 0, "r": 0}
                        for rows in seen.values():
                            for gone in [one for one in rows if one > said["revert"]]:
                                del rows[gone]
                    elif "item" in said:
                        self.assertNotIn(said["height"], seen[said["id"]])
                        seen[said["id"]][said["height"]] = said["item"]["hash"]
                    elif "mark" in said:
                        marks[said["id"]] = said["mark"]

            follow(5)
            self.assertEqual(([], {3, 4, 5}), (reverts, set(seen["r"])))
            before = dict(seen["b"])
            self.assertEqual(2, self.verb(node, "revert", {"id": snapshot})["height"])
            node.send({"transfer": {"to": BOB, "amount": "9"}}, wait=0)
            node.mine(blocks=2)
            follow(4)
            self.assertEqual([2], reverts)
            self.assertEqual({row["height"]: row["hash"] for row in node.good("/v1/blocks?from_height=1")["items"]}, seen["b"])
            self.assertEqual({3}, set(seen["r"]))
            self.assertNotEqual(before[3], seen["b"][3])
            self.verb(node, "reset")
            self.assertEqual({"revert": 0}, stream.hear())
            node.mine()
            reverts.clear()
            seen["b"].clear()
            seen["r"].clear()
            follow(1)
            self.assertEqual(([], {1}), (reverts, set(seen["b"])))
            bare.subscribe("x", "blocks")  # it was told of nothing
            node.mine()
            self.assertEqual(2, bare.hear()["height"])

    def test_NODE37_a_loaded_chain_takes_the_place_of_what_was_told(self):
        with Node(*STEPS) as node, Stream(node.port) as stream:
            node.mine(blocks=3)
            dump = node.get("/v1/dev/dump").body
            stream.subscribe("x", "blocks")
            node.mine(blocks=2)
            stream.until_mark(5)
            answer = node.ask("PUT", "/v1/dev/load", dump, {"Content-Type": "application/octet-stream"})
            self.assertEqual(200, answer.status, answer)
            self.assertEqual({"revert": 0}, stream.hear())
            said = stream.until_mark(3)
            self.assertEqual([1, 2, 3], [one["height"] for one in said if "item" in one])

    def test_NODE37_transactions_of_undone_blocks_are_dropped(self):
        with Node(*STEPS) as node, Stream(node.port) as stream:
            snapshot = self.verb(node, "snapshot")["id"]
            stream.subscribe("p", "pending", filter={"sender": ALICE})
            sent = node.send(PAY, wait=0).json["hash"]
            node.mine()
            self.assertEqual(["pending", "included"], [stream.hear()["item"]["status"] for _ in range(2)])
            self.verb(node, "revert", {"id": snapshot})
            self.assertEqual({"revert": 0}, stream.hear())
            item = stream.hear()["item"]
            self.assertEqual((sent, "dropped", "reverted"), (item["hash"], item["status"], item["reason"]))


class PoolTopic(unittest.TestCase):
    def test_NODE36_pending_begins_with_the_pool_and_tells_each_change(self):
        with Node(*STEPS) as node, Stream(node.port) as stream:
            first = node.send({**PAY, "nonce": 0}, wait=0).json
            later = node.send({**PAY, "nonce": 2}, wait=0).json
            others = node.send({**PAY, "nonce": 0}, wire.DEV_KEYS[1], wait=0).json
            stream.subscribe("all", "pending")
            self.assertEqual([first, later, others], [stream.hear()["item"] for _ in range(3)])
            stream.subscribe("alice", "pending", filter={"sender": ALICE})
            self.assertEqual([first, later], [stream.hear()["item"] for _ in range(2)])
            better = node.send({**PAY, "nonce": 0, "tip_per_cycle": 5}, wait=0).json

            def told(count):
                said = [stream.hear() for _ in range(2 * count)]
                seen = {name: [(one["item"]["hash"], one["item"]["status"], one["item"].get("reason")) for one in said
                               if one["id"] == name] for name in ("all", "alice")}
                self.assertEqual(seen["all"], seen["alice"])
                return seen["all"]

            self.assertEqual([(first["hash"], "dropped", "replaced"), (better["hash"], "pending", None)], told(2))
            gap = node.send({**PAY, "nonce": 1}, wait=0).json
            self.assertEqual([(gap["hash"], "pending", None), (later["hash"], "pending", None)], told(2))
            stream.say({"unsubscribe": "alice"})
            self.assertEqual("alice", stream.hear()["id"])
            node.mine()
            ends = [stream.hear() for _ in range(4)]
            self.assertEqual({better["hash"], gap["hash"], later["hash"], others["hash"]}, {one["item"]["hash"] for one in ends})
            for one in ends:
                self.assertEqual((1, "included"), (one["height"], one["item"]["status"]))
                self.assertEqual(node.good(f"/v1/transactions/{one['item']['hash']}"), one["item"])
            with self.assertRaises(TimeoutError):
                stream.hear(timeout=0.3)

if __name__ == "__main__":
    unittest.main()
