"""The client against nodes: transactions, actors, lists, proofs, problems; nodes that are killed, slow, pruned, of another version."""
import asyncio
import http.server
import json
import socket
import tempfile
import threading
import unittest

import environment

from lariat import (Account, AsyncClient, Client, Dropped, ExecutionFailed, LocalNode, NoAnswer, NotFound, NotIncluded, OutcomeUnknown, ProofError,
                    Refused, errors, proofs)

COUNTER = (environment.EXAMPLES / "counter.py").read_text(encoding="utf-8")
READER = "import pvm_host\n\nclass R:\n    def ask(self, payload):\n        return payload + b'!'\n\n    def fail(self, payload):\n        raise ValueError('no')\n"


class OnANode(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.node = LocalNode("--dev", "--clock", "step", "--empty-blocks", "never").start()
        cls.addClassCleanup(cls.node.stop)

    def setUp(self):
        self.client = self.node.client()
        self.addCleanup(self.client.close)
        snapshot = self.client.dev_snapshot({})["id"]
        self.addCleanup(lambda: self.client.dev_revert({"id": snapshot}))


class Use(OnANode):
    def test_an_actor_is_deployed_called_read_and_listed(self):
        counter = self.client.deploy(COUNTER)
        called = counter.add(b"")
        self.assertTrue(called.ok)
        self.assertEqual([("count", b"1")], [(event.topic, event.data) for event in called.events])
        self.assertEqual(1, counter.get("count"))
        self.assertEqual({"count": 1}, counter.entries())
        (timer,) = counter.timers()
        self.assertEqual((called.scheduled, called.height + 3, "not_due"), ([timer["id"]], timer["height"], timer["why"]["reason"]))
        self.client.dev_mine({"until_timer": timer["id"]})
        self.assertEqual((11, []), (counter.get("count"), counter.timers()))
        self.assertEqual([b"1", b"11"], [event.data for event in counter.events("count")])
        self.assertEqual(["handle_timer"], [fire["handler"] for fire in counter.fires()])
        self.assertIsNone(counter.get("nothing"))

    def test_a_handler_is_read_without_a_trace(self):
        actor = self.client.deploy(READER)
        height = self.client.get_status()["height"]
        self.assertEqual(b"hello!", actor.read.ask("hello"))
        with self.assertRaises(ExecutionFailed) as caught:
            actor.read.fail(b"")
        self.assertEqual(("revert", "ValueError", "no"), (caught.exception.status, caught.exception.error, caught.exception.message))
        self.assertIn("Traceback", caught.exception.traceback)
        self.assertEqual(height, self.client.get_status()["height"])

    def test_a_call_that_fails_is_an_exception_with_its_receipt(self):
        actor = self.client.deploy("import pvm_host\n\ndef go(payload):\n    pvm_host.cancel_timer(bytes(32))\n")
        with self.assertRaises(ExecutionFailed) as caught:
            actor.go()
        self.assertEqual(("revert", "TimerNotFound", 11), (caught.exception.status, caught.exception.error, caught.exception.code))
        self.assertEqual("revert", actor.go(check=False).receipt["status"])
        with self.assertRaises(ExecutionFailed) as caught:
            self.client.deploy("import os\n")
        self.assertEqual(("CodeRefused", 29), (caught.exception.error, caught.exception.code))

    def test_what_the_pool_refuses_has_its_code_and_numbers(self):
        with self.assertRaises(Refused) as caught:
            self.client.transfer(Account.dev(1).address, 10**20)
        self.assertEqual(("insufficient_balance", 422), (caught.exception.code, caught.exception.status))
        self.assertGreater(int(caught.exception.got), int(caught.exception.limit))
        with self.assertRaises(Refused) as caught:
            Client(self.node.url, account=Account.create()).transfer(Account.dev(1).address, 1)
        self.assertEqual("sender_unknown", caught.exception.code)
        with self.assertRaises(errors.BadRequest) as caught:
            self.client.list_timers(owner="ada")
        self.assertEqual("bad_parameter", caught.exception.code)
        with self.assertRaises(NotFound):
            self.client.get_timer("0x" + "00" * 32)
        with self.assertRaises(errors.HeightNotReached):
            self.client.get_block(10**6)

    def test_waiting_ends_by_a_block_a_drop_or_time(self):
        self.client.dev_mining({"mode": "manual"})
        self.addCleanup(lambda: self.client.dev_mining({"mode": "auto"}))
        nonce = self.client.get_account(Account.dev(0).address)["nonce"]
        waiting = self.client.transfer(Account.dev(1).address, 1, wait=0, nonce=nonce)
        self.assertFalse(waiting.included)
        with self.assertRaises(NotIncluded) as still:
            self.client.wait_for(waiting.hash, 0.1)
        self.assertEqual("pending", still.exception.transaction["status"])
        other = self.client.transfer(Account.dev(1).address, 2, wait=0, nonce=nonce, tip_per_cycle=1)
        with self.assertRaises(Dropped) as dropped:
            self.client.wait_for(waiting.hash, 5)
        self.assertEqual("replaced", dropped.exception.reason)
        threading.Timer(0.1, lambda: self.node.client().dev_mine({})).start()
        self.assertEqual("included", self.client.wait_for(other.hash, 10)["status"])

    def test_lists_are_followed_to_the_end(self):
        self.client.dev_mine({"blocks": 25})
        blocks = list(self.client.iter_blocks(order="asc", limit=7))
        self.assertEqual(list(range(len(blocks))), [block["height"] for block in blocks])
        page = self.client.list_blocks(limit=5)
        self.assertEqual((5, True), (len(page.items), page.next is not None))

    def test_numbers_are_numbers_whatever_their_form(self):
        account = self.client.get_account(Account.dev(3).address)
        self.assertEqual(10**13, account["balance"])
        self.client.dev_set({"fund": {Account.dev(3).address: 2**70}})
        self.client.dev_mine({})
        self.assertEqual(10**13 + 2**70, self.client.get_account(Account.dev(3).address)["balance"])
        self.assertIsInstance(self.client.get_status()["timers"]["live"], int)

    def test_many_at_once_have_nonces_in_a_row(self):
        async def go():
            async with AsyncClient(self.node.url, account=Account.dev(4)) as client:
                results = await asyncio.gather(*(client.transfer(Account.dev(5).address, 1) for _ in range(12)))
                counter = await client.deploy(COUNTER)
                await counter.add(b"")
                return sorted(r.transaction["nonce"] for r in results), await counter.get("count"), [t["state"] for t in await counter.timers()]
        nonces, count, states = asyncio.run(go())
        self.assertEqual((list(range(nonces[0], nonces[0] + 12)), 1, ["pending"]), (nonces, count, states))


class Proofs(OnANode):
    def test_what_is_proved_is_what_the_node_says_and_no_byte_may_change(self):
        counter = self.client.deploy(COUNTER)
        timer = counter.add(b"").scheduled[0]
        long = self.client.deploy("import pvm_host\n\ndef go(payload):\n    pvm_host.schedule_timer(100, bytes(300))\n"
                                  "    pvm_host.set_timeout(pvm_host.context()['actor_addr'], 100, b'x')\n").go().scheduled
        block = self.client.get_block("head")
        self.assertEqual(b"\x01", self.client.prove("storage", (counter.address, "count"), state_root=block["state_root"]))
        self.assertIsNone(self.client.prove("storage", (counter.address, "other")))
        proved, said = self.client.prove("timer", timer), self.client.get_timer(timer)
        self.assertEqual((said["height"], said["owner"], said["gas_limit"], said["state"]),
                         (proved["height"], "0x" + proved["owner"].hex(), proved["gas_limit"], proved["state"]))
        self.assertEqual(bytes(300), self.client.prove("timer", long[0])["payload"])
        self.assertEqual(sorted(long), sorted(self.client.prove("height", 100)))
        self.assertEqual([], self.client.prove("height", 101))
        self.assertIsNone(self.client.prove("timer", "0x" + "00" * 32))
        self.assertIsNone(self.client.prove("operation", "0x" + "00" * 32))
        operation = self.client.send({"schedule_at": {"timestamp_ms": 10**12, "actor": counter.address, "handler": "add", "payload": "0x" + "07" * 200}})
        proved = self.client.prove("operation", operation.scheduled[0])
        self.assertEqual((10**12, "add", b"\7" * 200), (proved["timestamp_ms"], proved["handler"], proved["payload"]))

    def test_another_root_another_subject_and_a_changed_proof_show_nothing(self):
        counter = self.client.deploy(COUNTER)
        counter.add(b"")
        answer = self.client.prove_storage(counter.address, "0x" + b"count".hex())
        subject = {"storage": [counter.address, "0x" + b"count".hex()]}
        self.assertEqual(b"\x01", proofs.verify(answer, answer["state_root"], subject))
        with self.assertRaises(ProofError):
            proofs.verify(answer, "0x" + "11" * 32, subject)
        with self.assertRaisesRegex(ProofError, "instead of"):
            proofs.verify(answer, answer["state_root"], {"storage": [counter.address, "0x00"]})
        claim = answer["proof"]["claims"][0]
        for field, value in (("value", "0x02"), ("value", None), ("key", "0x00"), ("proof", claim["proof"][:-2]), ("proof", claim["proof"] + "00"),
                             ("proof", claim["proof"][:-2] + ("00" if claim["proof"][-2:] != "00" else "01"))):
            changed = {**answer["proof"], "claims": [{**claim, field: value}]}
            with self.subTest(field, value=value), self.assertRaises(ProofError):
                proofs.verify(changed, answer["state_root"], subject)
        with self.assertRaisesRegex(ProofError, "more claims"):
            proofs.verify({**answer["proof"], "claims": [claim, claim]}, answer["state_root"], subject)


class Fake:
    """An HTTP server that answers as it is told."""

    def __init__(self, answer):
        outer = self
        self.asked = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                outer.asked.append(self.path)
                self.rfile.read(int(self.headers.get("Content-Length") or 0))
                status, headers, body = answer(len(outer.asked), self.path)
                if status is None:
                    self.close_connection = True
                    return self.connection.shutdown(socket.SHUT_RDWR)
                self.send_response(status)
                for key, value in {"Content-Type": "application/json", "Content-Length": str(len(body)), **headers}.items():
                    self.send_header(key, value)
                self.end_headers()
                return self.wfile.write(body)
            do_POST = do_GET

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def problem(code, **headers):
    return headers, json.dumps({"code": code, "detail": code, "status": 0, "title": code, "type": "/docs#" + code}).encode()


class Troubles(unittest.TestCase):
    def test_busy_is_tried_again_and_said_when_it_stays(self):
        with Fake(lambda n, _: (503, *problem("busy", **{"Retry-After": "0"})) if n < 3 else (200, {}, b'{"version": "1"}')) as fake:
            self.assertEqual({"version": "1"}, Client(fake.url).get_version())
            self.assertEqual(3, len(fake.asked))
        with Fake(lambda n, _: (429, *problem("rate_limited", **{"Retry-After": "0"}))) as fake, self.assertRaises(errors.Busy):
            Client(fake.url, retries=2).get_version()

    def test_a_cut_answer_of_a_get_is_asked_again_and_that_of_a_dev_verb_is_not(self):
        with Fake(lambda n, _: (None, {}, b"") if n < 2 else (200, {}, b'{"version": "1"}')) as fake:
            self.assertEqual({"version": "1"}, Client(fake.url).get_version())
        with Fake(lambda n, _: (None, {}, b"")) as fake:
            with self.assertRaises(NoAnswer):
                Client(fake.url).dev_mine({"blocks": 1})
            self.assertEqual(1, len(fake.asked), "a block that was mined is not mined twice")

    def test_a_posted_transaction_without_answer_has_an_unknown_outcome_and_its_hash(self):
        signed = VECTOR = json.loads((environment.HERE / "vectors.json").read_text())["valid"][0]
        with Fake(lambda n, _: (None, {}, b"")) as fake, self.assertRaises(OutcomeUnknown) as caught:
            Client(fake.url, retries=1).post(signed["raw"])
        self.assertEqual(VECTOR["hash"], caught.exception.hash)

    def test_something_else_that_answers_is_named_and_new_fields_are_no_trouble(self):
        for status, body in ((404, b"<html>"), (200, b"<html>"), (500, b'{"error": 1}')):
            with Fake(lambda n, _: (status, {}, body)) as fake, self.assertRaises(errors.UnexpectedAnswer):
                Client(fake.url).get_status()
        with Fake(lambda n, _: (200, {}, b'{"items": [{"height": "9007199254740993", "new": 1}], "next": null, "height": 3}')) as fake:
            self.assertEqual(2**53 + 1, Client(fake.url).list_blocks().items[0]["height"])
        with Fake(lambda n, _: (418, *problem("teapot"))) as fake, self.assertRaises(errors.ApiError) as caught:
            Client(fake.url).get_status()
        self.assertEqual("teapot", caught.exception.code)

    def test_a_node_that_hangs_is_left_after_the_timeout(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            client = Client(f"http://127.0.0.1:{server.getsockname()[1]}", timeout=0.2, retries=0)
            with self.assertRaises(NoAnswer):
                client.get_status()

    def test_a_node_that_is_killed_and_started_again_has_the_transaction(self):
        with tempfile.TemporaryDirectory() as folder:
            node = LocalNode("--dev", "--data", folder + "/d").start()
            try:
                client = node.client(retries=0)
                result = client.transfer(Account.dev(1).address, 5)
                signed = client.sign({"transfer": {"to": Account.dev(1).address, "amount": 6}})
                node.kill()
                with self.assertRaises(OutcomeUnknown):
                    client.post(signed)
                again = LocalNode("--dev", "--data", folder + "/d").start()
                try:
                    client = again.client()
                    client.ready()
                    self.assertEqual("included", client.wait_for(result.hash)["status"])
                    client.post(signed)
                    client.post(signed)  # twice: one effect
                    client.wait_for(signed.hash)
                    self.assertEqual(10**13 + 11, client.get_account(Account.dev(1).address)["balance"])
                finally:
                    again.stop()
            finally:
                node.kill()

    def test_states_that_are_no_longer_kept_are_pruned(self):
        with LocalNode("--dev", "--keep-states", "2", "--mine", "manual") as node:
            client = node.client()
            client.dev_mine({"blocks": 10})
            with self.assertRaises(errors.Pruned):
                client.get_account(Account.dev(0).address, at_height=1)
