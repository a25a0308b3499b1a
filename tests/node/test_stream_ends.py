"""How streams of a node end: slow readers, hostile frames, limits, and the node's own end."""
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

import wire
from process import Node
from stream import BINARY, CLOSE, CONTINUED, PING, TEXT, Closed, Refused, Stream

ALICE, BOB = (wire.address_of(key) for key in wire.DEV_KEYS[:2])
STEPS = ("--dev", "--clock", "step", "--mine", "manual")
MIB = 1 << 20


def closed_counts(node):
    """{code: count} of lariat_stream_closed_total."""
    page = node.get("/metrics").body.decode()
    return {line.split('"')[1]: int(line.split()[-1]) for line in page.splitlines()
            if line.startswith("lariat_stream_closed_total{")}


def gauge(node, name):
    page = node.get("/metrics").body.decode()
    return next(int(line.split()[-1]) for line in page.splitlines() if line.startswith(name + " "))


class Slow(unittest.TestCase):
    # A transaction of some kilobytes, told to each of a socket's subscriptions.
    LONG = {"call": {"actor": BOB, "handler": "x", "payload": "0x" + "ab" * 8_000}, "cells_limit": 100_000}

    @staticmethod
    def subscribe_to_all(streams, count, **more):
        """So many subscriptions to receipts on each socket, no more messages in a second than are allowed."""
        for i in range(count):
            if i % 10 == 9:  # two bunches that are read in one second are allowed too
                time.sleep(1.1)
            for stream in streams:
                stream.say({"subscribe": f"s{i}", "to": "receipts", **more})

    def test_NODE38_who_does_not_read_is_cut_and_others_notice_nothing(self):
        with Node("--dev") as node:
            with Stream(node.port, buffer=1 << 15) as slow, Stream(node.port) as other:
                self.subscribe_to_all([slow], 30)
                other.subscribe("x", "blocks")
                began = time.monotonic()
                waits = []
                while not closed_counts(node).get("4001"):
                    self.assertLess(time.monotonic() - began, 60, "it was not cut")
                    nonce, sent = node.nonce(ALICE), time.monotonic()
                    raw = "0x" + wire.signed({**self.LONG, "nonce": nonce}, wire.DEV_KEYS[0]).hex()
                    sent = time.monotonic()
                    answer = node.post("/v1/transactions?wait=5000", {"raw": raw})
                    waits.append(time.monotonic() - sent)
                    self.assertEqual("included", answer.json["status"], answer)
                    other.until_mark(answer.json["height"], seconds=30)
                self.assertGreater(time.monotonic() - began, 5)
                waits.sort()
                self.assertLess(waits[len(waits) * 9 // 10], 1)
                self.assertLess(waits[-1], 4, "who does not read would hold blocks up for five seconds")
                node.until(lambda: gauge(node, "lariat_streams") == 1)
                # What it was sent is still there for it, and then the way to go on.
                marks, end = {}, None
                while end is None:
                    try:
                        said = slow.hear()
                        if "mark" in said:
                            marks[said["id"]] = said["mark"]
                    except Closed as closed:
                        end = closed
                self.assertEqual((4001, "too_slow"), (end.code, end.reason.split()[0]))
                last = int(end.reason.split()[1])
                self.assertLessEqual(last, min(marks.get(f"s{i}", 0) for i in range(30)))
                head = node.good("/v1/status")["height"]
                self.assertLess(last, head)
            with Stream(node.port) as again:
                again.subscribe("x", "receipts", from_height=last + 1)
                rest = again.until_mark(head)
                self.assertEqual(list(range(last + 1, head + 1)), [said["height"] for said in rest if "item" in said])

    def test_NODE38_who_reads_too_slowly_for_what_happens_is_cut_too(self):
        with Node("--dev") as node, Stream(node.port, buffer=1 << 14) as slow:
            self.subscribe_to_all([slow], 30)
            stop = threading.Event()

            def drip():
                while not stop.is_set():
                    try:
                        slow.more()
                    except OSError:
                        return
                    except Closed:
                        return
                    time.sleep(0.2)

            reader = threading.Thread(target=drip)
            reader.start()
            began = time.monotonic()
            while not closed_counts(node).get("4001"):
                self.assertLess(time.monotonic() - began, 60, "it was not cut")
                self.assertEqual("included", node.send(self.LONG).json["status"])
            stop.set()
            reader.join()

    def test_NODE13_many_streams_that_read_history_delay_no_block(self):
        with Node("--dev", "--mine", "interval", "--block-time-ms", "50", "--empty-blocks", "always") as node:
            node.mine(blocks=3000)
            streams = [Stream(node.port, buffer=1 << 16) for _ in range(100)]
            began = node.good("/v1/status")["height"]
            for stream in streams:
                for i in range(10):
                    stream.say({"subscribe": f"s{i}", "to": ("blocks", "events")[i % 2], "from_height": 0})
            # All at once: a stream that waits for its turn answers no ping, and is rightly ended after 40 s.
            with ThreadPoolExecutor(20) as readers:
                list(readers.map(lambda stream: stream.until_mark(began, seconds=120), streams[:20]))
            time.sleep(2)
            head = node.good("/v1/status")["height"]
            times = [row["timestamp_ms"] for row in node.good(f"/v1/blocks?from_height={began}&limit=1000&order=asc")["items"]]
            self.assertGreater(head - began, 20)
            gaps = sorted(after - before for before, after in zip(times, times[1:]))
            self.assertLess(gaps[len(gaps) * 98 // 100], 1000)
            self.assertLess(gaps[-1], 5000)
            for stream in streams:
                stream.close()

    def test_NODE38_history_is_sent_as_fast_as_it_is_read(self):
        with Node("--dev") as node:
            for _ in range(30):
                last = node.send(self.LONG, wait=5000).json["height"]
            slow = [Stream(node.port, buffer=1 << 15) for _ in range(6)]
            memory = gauge(node, "process_resident_memory_bytes")
            self.subscribe_to_all(slow, 20, from_height=0)  # 10 MB for each
            time.sleep(7)
            self.assertNotIn("4001", closed_counts(node), "history is paced, not cut")
            self.assertLess(gauge(node, "process_resident_memory_bytes") - memory, 24 * MIB)
            for stream in slow:
                items, marks = 0, {}
                while len(marks) < 20 or min(marks.values()) < last:
                    said = stream.hear()
                    items += "item" in said
                    if "mark" in said:
                        marks[said["id"]] = said["mark"]
                self.assertEqual(20 * 30, items)
                stream.close()


class Closes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.node = Node(*STEPS, "--max-streams", "40").start()
        cls.addClassCleanup(cls.node.stop)

    def code_of(self, *acts):
        before = closed_counts(self.node)
        with Stream(self.node.port) as stream:
            for act in acts:
                act(stream)
            closed = stream.ended()
        code = str(closed.code)
        self.node.until(lambda: closed_counts(self.node).get(code, 0) > before.get(code, 0))
        grown = {key: count - before.get(key, 0) for key, count in closed_counts(self.node).items() if count != before.get(key, 0)}
        if code != "1006":
            grown.pop("1006", None)  # a stream of an earlier test that was cut off may be counted late
        self.assertEqual({code: 1}, grown)
        return closed

    def test_NODE39_frames_against_the_protocol_are_1002(self):
        for name, acts in {
                "unmasked": [lambda s: s.frame(TEXT, b"{}", mask=False)],
                "fragmented control": [lambda s: s.frame(PING, b"x", fin=False)],
                "long control": [lambda s: s.frame(PING, b"x" * 126)],
                "reserved opcode": [lambda s: s.frame(3, b"{}")],
                "reserved control opcode": [lambda s: s.frame(11, b"")],
                "reserved bit": [lambda s: s.frame(TEXT, b"{}", reserved=4)],
                "continued nothing": [lambda s: s.frame(CONTINUED, b"{}")],
                "text in a message": [lambda s: s.frame(TEXT, b"{", fin=False), lambda s: s.frame(TEXT, b"}")],
                "close of one byte": [lambda s: s.frame(CLOSE, b"\x03")],
                "close with a code that is none": [lambda s: s.frame(CLOSE, b"\x03\xed")]}.items():
            with self.subTest(name):
                self.assertEqual(1002, self.code_of(*acts).code)

    def test_NODE39_bytes_that_are_no_text_are_1007_and_binary_1003(self):
        for payload in (b'{"x": "\xff"}', b'{"x": "\xed\xa0\x80"}', b"\xc3"):
            self.assertEqual(1007, self.code_of(lambda s, p=payload: s.say(p)).code, payload)
        half = [lambda s: s.frame(TEXT, b'{"subscribe": "\xc3', fin=False), lambda s: s.frame(CONTINUED, b'x", "to": "blocks"}')]
        self.assertEqual(1007, self.code_of(*half).code)
        self.assertEqual(1003, self.code_of(lambda s: s.frame(BINARY, b"{}")).code)

    def test_NODE39_over_16_kib_is_1009(self):
        def message(size):
            return b'{"unsubscribe": "x"}'.ljust(size)
        with Stream(self.node.port) as stream:
            stream.say(message(16 * 1024))
            self.assertEqual("not_found", stream.hear()["error"])
        self.assertEqual(1009, self.code_of(lambda s: s.say(message(16 * 1024 + 1))).code)
        parts = [lambda s: s.frame(TEXT, message(16 * 1024), fin=False), lambda s: s.frame(CONTINUED, b" ")]
        self.assertEqual(1009, self.code_of(*parts).code)

    def test_NODE39_what_is_no_message_is_4000(self):
        for text in (b"", b"{", b"[]", b"1", b"{}", b'{"subscribe": 1, "to": "blocks"}', b'{"subscribe": "", "to": "blocks"}',
                     b'{"subscribe": "x", "unsubscribe": "x"}', b'{"hello": "x"}', b'{"subscribe": "x", "subscribe": "y"}',
                     b'{"subscribe": "' + b"x" * 129 + b'", "to": "blocks"}', b"[" * 100 + b"]" * 100):
            closed = self.code_of(lambda s, t=text: s.say(t))
            self.assertEqual((4000, True), (closed.code, closed.reason.startswith("bad_message")), text)

    def test_NODE39_more_than_20_messages_in_a_second_are_4003(self):
        def many(count):
            return lambda s: [s.say({"unsubscribe": "x"}) for _ in range(count)]
        closed = self.code_of(many(21))
        self.assertEqual((4003, "too_many_messages"), (closed.code, closed.reason))
        self.assertEqual(4003, self.code_of(lambda s: [s.frame(PING, b"") for _ in range(21)]).code)
        with Stream(self.node.port) as stream:
            for _ in range(2):
                many(20)(stream)
                self.assertEqual(["not_found"] * 20, [stream.hear()["error"] for _ in range(20)])
                time.sleep(1.1)

    def test_NODE39_who_leaves_is_counted_as_one_that_left(self):
        before = closed_counts(self.node)
        with Stream(self.node.port) as stream:
            stream.frame(CLOSE, b"\x0f\xa1too_slow")
            self.assertEqual(4001, stream.ended().code)  # a close is echoed
        self.node.until(lambda: closed_counts(self.node).get("1000", 0) == before.get("1000", 0) + 1)
        self.assertEqual(before.get("4001", 0), closed_counts(self.node).get("4001", 0))
        Stream(self.node.port).close()
        self.node.until(lambda: closed_counts(self.node).get("1006", 0) == before.get("1006", 0) + 1)

    def test_NODE40_the_33rd_subscription_is_refused(self):
        with Stream(self.node.port) as stream:
            for i in range(32):
                stream.subscribe(f"s{i}", ("blocks", "events", "pending")[i % 3])
                if i % 15 == 14:
                    time.sleep(1.1)
            stream.say({"subscribe": "one more", "to": "blocks"})
            self.assertEqual({"id": "one more", "error": "too_many_subscriptions"}, stream.hear())
            stream.say({"unsubscribe": "s2"})
            self.assertTrue(stream.hear()["ok"])
            stream.subscribe("one more", "blocks")
            self.node.mine()
            ids = [stream.hear()["id"] for _ in range(11 * 2 + 11 + 2)]
            self.assertEqual(2, ids.count("one more"))

    def test_NODE40_sockets_over_max_streams_get_503(self):
        self.node.until(lambda: gauge(self.node, "lariat_streams") == 0)
        streams = [Stream(self.node.port) for _ in range(40)]
        self.assertEqual(40, gauge(self.node, "lariat_streams"))
        with self.assertRaises(Refused) as refused:
            Stream(self.node.port)
        self.assertEqual((503, "busy"), (refused.exception.status, refused.exception.code))
        streams.pop().close()
        self.node.until(lambda: gauge(self.node, "lariat_streams") == 39)
        Stream(self.node.port).close()
        for stream in streams:
            stream.close()

    def test_NODE56_hosts_and_origins_of_strangers_get_no_stream(self):
        port = self.node.port
        for headers, status, code in (({"Host": "evil.example"}, 403, "forbidden_host"),
                                      ({"Origin": "http://evil.example"}, 403, "forbidden_origin"), ({"Origin": "null"}, 403, "forbidden_origin"),
                                      ({"Sec-WebSocket-Version": "8"}, 400, "bad_request"), ({"Sec-WebSocket-Key": "short"}, 400, "bad_request"),
                                      ({"Sec-WebSocket-Key": None}, 400, "bad_request"), ({"Upgrade": "h2c"}, 400, "bad_request")):
            with self.assertRaises(Refused) as refused:
                Stream(port, headers)
            self.assertEqual((status, code), (refused.exception.status, refused.exception.code), headers)
        for path, code in (("/v1/stream?x=1", "unknown_parameter"), ("/v1/nothing", "not_found")):
            with self.assertRaises(Refused) as refused:
                Stream(port, path=path)
            self.assertEqual(code, refused.exception.code)
        with self.assertRaises(Refused) as refused:
            Stream(port, path="/v1/status")  # answered as if it asked for no upgrade
        self.assertEqual(200, refused.exception.status)
        Stream(port, {"Origin": f"http://127.0.0.1:{port}"}).close()
        self.assertEqual("bad_request", self.node.get("/v1/stream").json["code"])

    def test_NODE24_the_document_has_the_stream(self):
        document = self.node.good("/openapi.json")
        stream = document["paths"]["/v1/stream"]["get"]
        self.assertTrue({"101", "503"} <= set(stream["responses"]))
        for schema in stream["x-websocket"].values():
            self.assertIn(schema["$ref"].rsplit("/", 1)[1], document["components"]["schemas"])


class Ends(unittest.TestCase):
    def test_NODE39_NODE6_a_node_that_stops_ends_streams_with_1001(self):
        node = Node("--dev", "--block-time-ms", "20", "--empty-blocks", "always").start()
        streams = [Stream(node.port) for _ in range(5)]
        for stream in streams:
            self.addCleanup(stream.close)
        for stream in streams[:4]:
            stream.subscribe("x", "blocks", from_height=0)
        ends = []
        readers = [threading.Thread(target=lambda s=stream: ends.append(s.ended().code)) for stream in streams[1:]]
        for reader in readers:
            reader.start()
        begin = time.monotonic()
        self.assertEqual(0, node.stop())  # the first does not read, and answers no close
        self.assertLess(time.monotonic() - begin, 10)
        for reader in readers:
            reader.join()
        self.assertEqual([1001] * 4, ends)
        self.assertEqual(1001, streams[0].ended().code)

    def test_NODE39_who_answers_no_ping_is_4002(self):
        with Node(*STEPS) as node, Stream(node.port, pongs=False, timeout=60) as silent, Stream(node.port, timeout=60) as good:
            begin, end = time.monotonic(), []
            listener = threading.Thread(target=lambda: end.append(good.ended(seconds=60)))
            listener.start()
            closed = silent.ended(seconds=60)
            self.assertEqual((4002, "no_pong"), (closed.code, closed.reason))
            self.assertEqual(1, silent.pings)
            self.assertTrue(38 < time.monotonic() - begin < 46)
            node.until(lambda: good.pings == 2)
            self.assertEqual(1, gauge(node, "lariat_streams"))
            node.stop()
            listener.join()
            self.assertEqual(1001, end[0].code)


if __name__ == "__main__":
    unittest.main()
