"""A node as its clients see it: a process of its own, spoken to over HTTP."""
import fcntl
import json
import signal
import socket
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path

import wire
from process import LARIAT, Node

ALICE, BOB = (wire.address_of(key) for key in wire.DEV_KEYS[:2])
STEPS = ("--dev", "--clock", "step", "--mine", "manual")
ACTOR = '''from cowboy_sdk import actor
import pvm_host

@actor
class Clock:
    def begin(self, payload):
        pvm_host.set_state(b"n", payload)
        pvm_host.schedule_timer(height=pvm_host.context()["block_height"] + 3, payload=b"tick")
        pvm_host.emit_event("begun", payload)
        return b"well"
    def fail(self, payload):
        raise ValueError("no")
    def handle_timer(self, payload):
        pvm_host.emit_event("ticked", payload)
'''


def refused(*flags):
    done = subprocess.run([LARIAT, "node", *flags], capture_output=True, text=True, timeout=30, check=False)
    return done.returncode, done.stderr


class Running(unittest.TestCase):
    def deploy(self, node):
        sent = node.send({"deploy": {"python": ACTOR}}, wait=0)
        self.assertEqual(202, sent.status, sent)
        node.mine()
        address = node.good(f"/v1/transactions/{sent.json['hash']}")["receipt"]["address"]
        node.send({"transfer": {"to": address, "amount": "1000000000"}}, wait=0)
        node.mine()
        return address

    def test_NODE12_NODE33_a_timer_is_seen_from_its_schedule_to_its_fire(self):
        with Node(*STEPS) as node:
            actor = self.deploy(node)
            sent = node.send({"call": {"actor": actor, "handler": "begin", "payload": "0x05"}}, wait=0)
            node.mine()
            tx = node.good(f"/v1/transactions/{sent.json['hash']}")
            self.assertEqual("ok", tx["receipt"]["status"])
            (scheduled,) = tx["scheduled"]
            self.assertEqual({"tx": tx["hash"]}, scheduled["cause"])
            timer = node.good(f"/v1/timers/{scheduled['id']}")
            self.assertEqual("pending", timer["state"])
            self.assertEqual({"tx": tx["hash"]}, timer["cause"])
            self.assertEqual("not_due", timer["why"]["reason"])
            node.mine(blocks=2)
            self.assertEqual("next", node.good(f"/v1/timers/{scheduled['id']}")["why"]["reason"])
            self.assertEqual([scheduled["id"]], [row["id"] for row in node.good("/v1/queue")["items"]])
            self.assertEqual({"mined": 1, "reached": True, "height": timer["height"]}, node.mine(until_timer=scheduled["id"]))
            gone = node.good(f"/v1/timers/{scheduled['id']}")
            self.assertEqual(("gone", "fired", timer["height"]), (gone["state"], gone["exit"], gone["exit_height"]))
            (fire,) = node.good(f"/v1/fires?timer={scheduled['id']}")["items"]
            self.assertEqual("ok", fire["status"])
            self.assertEqual(["ticked", "begun"], [row["topic"] for row in node.good(f"/v1/events?actor={actor}")["items"]])

    def test_NODE31_a_state_that_is_kept_is_given_as_it_was(self):
        with Node(*STEPS) as node:
            actor = self.deploy(node)
            before, height = node.good(f"/v1/accounts/{ALICE}"), node.good("/v1/status")["height"]
            node.send({"call": {"actor": actor, "handler": "begin", "payload": "x"}}, wait=0)
            node.mine(blocks=5)
            then = node.good(f"/v1/accounts/{ALICE}?at_height={height}")
            self.assertEqual({**before, "pending_nonce": None}, then)
            self.assertEqual([], node.good(f"/v1/actors/{actor}/storage?at_height={height}")["items"])
            self.assertEqual([{"key": "0x6e", "value": "0x78", "cbor": None}],
                             [{**row, "cbor": None} for row in node.good(f"/v1/actors/{actor}/storage")["items"]])

    def test_NODE32_a_simulation_gives_the_receipt_of_the_next_block_and_keeps_nothing(self):
        with Node(*STEPS) as node:
            actor = self.deploy(node)
            status = node.good("/v1/status")
            tx = {"call": {"actor": actor, "handler": "begin", "payload": "y"}, "nonce": node.nonce(ALICE)}
            raw = "0x" + wire.signed(tx, wire.DEV_KEYS[0]).hex()
            said = node.post("/v1/simulate", {"raw": raw})
            self.assertEqual(200, said.status, said)
            self.assertEqual("0x" + b"well".hex(), said.json["receipt"]["returned"])
            self.assertEqual(status, node.good("/v1/status"))
            self.assertEqual(202, node.post("/v1/transactions", {"raw": raw}).status)
            node.mine()
            got = node.good(f"/v1/transactions/{wire.hash_of(bytes.fromhex(raw[2:]))}")["receipt"]
            self.assertEqual(got, {key: said.json["receipt"][key] for key in got})
            failed = node.post("/v1/simulate", {"tx": {"from": ALICE, "call": {"actor": actor, "handler": "fail"}}}).json
            self.assertIn("ValueError", failed["receipt"]["error"])
            self.assertIn("line", failed["receipt"]["traceback"])

    def test_NODE15_two_nodes_given_the_same_give_the_same(self):
        seen = []
        for _ in range(2):
            with Node(*STEPS) as node:
                actor = self.deploy(node)
                node.send({"call": {"actor": actor, "handler": "begin", "payload": "z"}}, wait=0)
                node.mine(blocks=4)
                seen.append([node.get(path).body for path in ("/v1/status", "/v1/blocks?limit=9", "/v1/events", "/v1/timers")])
        self.assertEqual(seen[0], seen[1])


class Pool(unittest.TestCase):
    def test_NODE20_each_code_arises_and_changes_nothing(self):
        with Node(*STEPS, "--pool-per-sender", "2") as node:
            def code(tx, key=wire.DEV_KEYS[0]):
                answer = node.send(tx, key, wait=0)
                return answer.json.get("code", answer.json.get("status"))
            pay = {"transfer": {"to": BOB, "amount": "1"}}
            self.assertEqual("sender_unknown", code({**pay, "nonce": 0}, "0x" + "11" * 32))
            self.assertEqual("nonce_gap", code({**pay, "nonce": 1024}))
            self.assertEqual("limit_too_high", code({**pay, "cycles_limit": 10**9}))
            self.assertEqual("fee_too_low", code({**pay, "max_fee_per_cycle": 0}))
            self.assertEqual("tx_expired", code({**pay, "valid_until": 0}))
            self.assertEqual("insufficient_balance", code({"transfer": {"to": BOB, "amount": str(10**14)}}))
            self.assertEqual({"pending": 0, "queued": 0, "bytes": 0}, node.good("/v1/status")["pool"])
            self.assertEqual("pending", code({**pay, "nonce": 0}))
            self.assertEqual("replacement_underpriced", code({**pay, "nonce": 0, "valid_until": 99}))
            self.assertEqual("pending", code({**pay, "nonce": 0, "tip_per_cycle": 1}))
            self.assertEqual("queued", code({**pay, "nonce": 2}))
            self.assertEqual("sender_full", code({**pay, "nonce": 1}))
            node.mine()
            self.assertEqual("nonce_too_low", code({**pay, "nonce": 0, "valid_until": 7}))

    def test_NODE35_NODE19_posting_twice_has_one_effect(self):
        with Node(*STEPS) as node:
            raw = {"raw": "0x" + wire.signed({"transfer": {"to": BOB, "amount": "7"}, "nonce": 0}, wire.DEV_KEYS[0]).hex()}
            first, second = node.post("/v1/transactions", raw), node.post("/v1/transactions", raw)
            self.assertEqual((202, 200), (first.status, second.status))
            self.assertEqual(first.json, second.json)
            node.mine()
            self.assertEqual("included", node.post("/v1/transactions", raw).json["status"])
            self.assertEqual(1, node.good(f"/v1/accounts/{ALICE}")["nonce"])
            other = wire.signed({"transfer": {"to": BOB, "amount": "7"}, "nonce": 1}, wire.DEV_KEYS[0], "another")
            self.assertEqual("wrong_chain", node.post("/v1/transactions", {"raw": "0x" + other.hex()}).json["code"])

    def test_NODE11_a_ready_transaction_is_soon_in_a_block(self):
        with Node("--dev") as node:
            later = wire.signed({"transfer": {"to": BOB, "amount": "1"}, "nonce": 1}, wire.DEV_KEYS[0])
            self.assertEqual("queued", node.post("/v1/transactions", {"raw": "0x" + later.hex()}).json["status"])
            self.assertEqual("included", node.send({"transfer": {"to": BOB, "amount": "1"}, "nonce": 0}, wait=3000).json["status"])
            answer = node.get(f"/v1/transactions/{wire.hash_of(later)}?wait=3000")
            self.assertEqual("included", answer.json["status"], answer)


class OnDisk(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.data = folder.name + "/data"
        self.flags = (*STEPS, "--data", self.data)

    def test_NODE8_NODE14_a_killed_node_goes_on_with_every_block_that_it_told(self):
        told = []
        for round_number in range(3):
            node = Node(*self.flags).start()
            for block, root in told:
                self.assertEqual(root, node.good(f"/v1/blocks/{block}")["state_root"])
            for _ in range(3):
                node.send({"transfer": {"to": BOB, "amount": "1"}}, wait=0)
                head = node.mine()["height"]
                told.append((head, node.good("/v1/blocks/head")["state_root"]))
            self.assertEqual(-signal.SIGKILL, node.kill())
        self.assertEqual(list(range(1, 10)), [height for height, _ in told])

    def test_NODE8_a_directory_that_was_left_half_made_is_finished(self):
        with tempfile.TemporaryDirectory() as data:
            with Node("--data", data, "--dev") as node:
                genesis = node.good("/v1/status")["genesis_hash"]
            (Path(data) / "format").unlink()
            with Node("--data", data, "--dev") as node:
                self.assertEqual(genesis, node.good("/v1/status")["genesis_hash"])
            self.assertEqual("1", (Path(data) / "format").read_text().strip())

    def test_NODE52_an_archive_that_is_removed_is_made_anew(self):
        paths = ("/v1/blocks?limit=50", "/v1/transactions?limit=50", "/v1/blocks/2?full=true", f"/v1/accounts/{BOB}")
        with Node(*self.flags) as node:
            for _ in range(4):
                node.send({"transfer": {"to": BOB, "amount": "1"}}, wait=0)
                node.mine()
            before = [node.get(path).body for path in paths]
        for file in Path(self.data).glob("archive.sqlite*"):
            file.unlink()
        with Node(*self.flags) as node:
            self.assertEqual(before, [node.get(path).body for path in paths])

    def test_NODE5_NODE6_one_process_at_a_time_and_a_good_end(self):
        node = Node(*self.flags).start()
        self.assertEqual(3, refused(*self.flags, "--listen", "127.0.0.1:0")[0])
        self.assertEqual(3, refused("--dev", "--listen", f"127.0.0.1:{node.port}")[0])
        self.assertEqual(200, node.get("/v1/status").status)
        self.assertEqual(0, node.stop())

    def test_NODE5_NODE8_a_node_waits_a_moment_for_what_a_killed_one_leaves_behind(self):
        Node(*self.flags).start().stop()
        with open(self.data + "/lock", "rb") as lock:  # as a child of the killed node has it until it is gone
            fcntl.flock(lock, fcntl.LOCK_EX)
            let_go = threading.Timer(0.5, fcntl.flock, (lock, fcntl.LOCK_UN))
            let_go.start()
            with Node(*self.flags) as node:
                self.assertEqual(200, node.get("/v1/status").status)
            let_go.join()

    def test_NODE1_what_is_not_the_directorys_is_refused(self):
        Node(*self.flags).start().stop()
        status, said = refused("--data", self.data)
        self.assertEqual((2, True), (status, "dev" in said), said)
        genesis = self.data + "-genesis"
        Path(genesis).write_text(json.dumps({"chain_id": "other"}), encoding="utf-8")
        status, said = refused(*self.flags, "--genesis", genesis)
        self.assertEqual((2, True), (status, "genesis" in said), said)


class Settings(unittest.TestCase):
    def test_NODE1_NODE4_wrong_settings_are_named(self):
        for flags, word in ((("--dev", "--block-time-ms", "9"), "block-time-ms"), (("--mine", "auto"), "genesis"),
                            (("--dev", "--listen", "nowhere"), "listen"), (("--dev", "--listen", "0.0.0.0:0"), "token"),
                            (("--dev", "--listen", "0.0.0.0:0", "--token", "short"), "token")):
            status, said = refused(*flags)
            self.assertEqual((2, True), (status, word in said), (flags, said))

    def test_NODE3_the_settings_in_force_are_printed_without_the_token(self):
        done = subprocess.run([LARIAT, "node", "--print-config", "--dev", "--token", "0123456789abcdef"], capture_output=True,
                              text=True, check=True)
        import tomllib
        printed = tomllib.loads(done.stdout)
        self.assertEqual(("auto", "due", True, 10_000), (printed["mine"], printed["empty_blocks"], printed["dev"], printed["keep_states"]))
        self.assertNotIn("0123456789abcdef", done.stdout)


class Strangers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.node = Node(*STEPS).start()
        cls.addClassCleanup(cls.node.stop)

    def raw(self, data):
        with socket.create_connection(("127.0.0.1", self.node.port), timeout=10) as connection:
            connection.sendall(data)
            said = b""
            while piece := connection.recv(65536):
                said += piece
                if said.startswith(b"HTTP/1.1 ") and b"\r\n\r\n" in said:
                    break
            return int(said[9:12]) if said else 0

    def test_NODE28_what_the_api_does_not_know_is_named(self):
        for path, code in (("/v1/nothing", "not_found"), ("/v1/timers?x=1", "unknown_parameter"),
                           ("/v1/timers?limit=0", "bad_parameter"), ("/v1/timers?cursor=00", "bad_cursor"),
                           ("/v1/accounts/0x12", "bad_parameter"), ("/v1/timers/0x" + "00" * 32, "not_found"),
                           ("/v1/blocks/77", "height_not_reached"), ("/v1/blocks/0x" + "00" * 32, "not_found"),
                           (f"/v1/accounts/{BOB}?at_height=9", "height_not_reached"), ("/v1/..", "not_found"),
                           ("/v1/%2e%2e/x", "not_found"), ("/v1/a%2fb", "not_found")):
            answer = self.node.get(path)
            self.assertEqual(code, answer.json["code"], path)
            self.assertEqual("application/problem+json", answer.headers["content-type"])
        self.assertFalse(self.node.good("/v1/accounts/0x" + "77" * 20)["known"])

    def test_NODE27_a_cursor_that_was_altered_is_bad_and_harms_nothing(self):
        for text in ("1", "1", "1"):
            self.node.send({"transfer": {"to": BOB, "amount": text}}, wait=0)
            self.node.mine()
        for path in ("/v1/blocks?", "/v1/transactions?", "/v1/fees/history?"):
            cursor = self.node.good(f"{path}limit=1")["next"]
            key = cursor[:16]
            for place in ("", ".", "x.y", "1", "1.", ".1", "-1.0", "1.2.3", "9" * 30 + ".1", "1." + "9" * 19 + "9", "\0.\0", "1. 2"):
                answer = self.node.get(f"{path}limit=1&cursor={key}{place.encode().hex()}")
                self.assertEqual("bad_cursor", answer.json["code"], (path, place))
            for place in ("0.0", f"{2**64 - 1}.{2**64 - 1}"):
                self.assertEqual(200, self.node.get(f"{path}limit=1&cursor={key}{place.encode().hex()}").status)
        self.node.good("/v1/status")

    def test_NODE28_bodies_are_read_strictly(self):
        for body, code in (("{", "bad_json"), ('{"blocks": 1, "blocks": 1}', "bad_json"), ("[" * 40 + "]" * 40, "bad_json"),
                           (b'{"x": "\xff"}', "bad_json"), (b'{}\0{"x": 1}', "bad_json"), (b'{}\0', "bad_json"), ("[]", "bad_request"), ('{"nothing": 1}', "bad_request"),
                           ('{"blocks": "many"}', "bad_request"), ('{"blocks": "3"}', "bad_request"), ('{"blocks": 0}', "bad_request"),
                           ('{"until_height": "9007199254740993", "max_blocks": "1"}', "bad_request")):
            self.assertEqual(code, self.node.post("/v1/dev/mine", body).json["code"], body)

    def test_NODE56_hosts_origins_and_bodies_of_strangers_are_kept_out(self):
        ask = self.node.ask
        self.assertEqual("forbidden_host", ask("GET", "/v1/status", headers={"Host": "evil.example"}).json["code"])
        self.assertEqual(200, ask("GET", "/v1/status", headers={"Host": "localhost:1"}).status)
        self.assertEqual("forbidden_origin", ask("POST", "/v1/dev/mine", {}, {"Origin": "http://evil.example"}).json["code"])
        self.assertEqual(415, ask("POST", "/v1/dev/mine", "{}", {"Content-Type": "text/plain"}).status)
        self.assertEqual(415, ask("POST", "/v1/dev/mine", "{}", {"Content-Encoding": "gzip"}).status)
        self.assertEqual(405, ask("POST", "/v1/status", {}).status)

    def test_NODE56_requests_that_two_programs_could_read_differently_are_refused(self):
        head = b"POST /v1/dev/mine HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        for more in (b"Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
                     b"X: a\n\r\n", b"X: a\r\n folded\r\n\r\n", b"X: a\x00b\r\n\r\n", b"Transfer-Encoding: gzip\r\n\r\n"):
            self.assertEqual(400, self.raw(head + more), more)
        self.assertEqual(414, self.raw(b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        self.assertEqual(431, self.raw(b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: " + b"a" * 17000 + b"\r\n\r\n"))
        self.assertEqual(413, self.raw(head + b"Content-Length: 5000000\r\n\r\n"))

    def test_NODE25_NODE29_answers_name_their_height_and_have_tags(self):
        answer = self.node.get("/v1/blocks/0")
        self.assertIn("lariat-height", answer.headers)
        again = self.node.ask("GET", "/v1/blocks/0", headers={"If-None-Match": answer.headers["etag"]})
        self.assertEqual((304, b""), (again.status, again.body))
        packed = self.node.ask("GET", "/v1/config", headers={"Accept-Encoding": "gzip"})
        self.assertEqual("gzip", packed.headers["content-encoding"])

    def test_NODE24_every_route_is_in_the_document(self):
        document = self.node.good("/openapi.json")
        self.assertEqual("3.1.0", document["openapi"])
        for path, methods in document["paths"].items():
            for method, operation in methods.items():
                self.assertIn("101" if path == "/v1/stream" else "200", operation["responses"], (path, method))
        self.assertIn("/v1/timers/{id}", document["paths"])


if __name__ == "__main__":
    unittest.main()
