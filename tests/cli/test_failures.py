"""Tests of failure reports in pvm run, in the chain of a test and in replay --explain."""
import json
import tempfile
import unittest
from pathlib import Path

from program import json_lines, lariat, trace

ACTOR = '''import pvm_host
from cowboy_sdk import TxFeeParams


class Actor:
    def fire(self, payload):
        pvm_host.schedule_timer(pvm_host.block_height() + 1, payload, gas_limit=20_000)

    def send(self, payload):
        pvm_host.send_message(self.address, payload, gas=20_000, cells=60)

    def operate(self, payload):
        pvm_host.schedule_at(pvm_host.context()["timestamp_ms"] + 1_000, "handle_timer", payload, gas_limit=20_000)

    def watch(self, payload):
        if payload == b"set":
            pvm_host.set_state_watch(self.address, [(self.address, b"key")], b"value", gas_limit=20_000)
        self.storage["key"] = payload

    def hire(self, payload):
        pvm_host.set_gba(self.address)
        self.storage["answer"] = payload
        self.fire(b"ok")

    def getGasBid(self, context):
        answer = self.storage["answer"]
        if answer == b"spin":
            self.spin()
        if answer == b"text":
            return b"no bid"
        if answer == b"greedy":
            return TxFeeParams(10**28, 0, 1, 0)
        return TxFeeParams(int(answer), 0, 1, 0)

    def handle_timer(self, payload):
        if payload == b"spin":
            self.spin()
        if payload != b"ok":
            self.handle_message(payload)

    def handle_message(self, payload):
        if payload == b"cells":
            self.storage["big"] = bytes(60)
        raise ValueError("got " + payload.decode())

    def spin(self, payload=b""):
        while True:
            pass

    def topic(self, payload):
        pvm_host.emit_event(payload, b"")
'''
ADA, BOB = "0x" + 20 * "ad", "0x" + 20 * "b0"


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.actor = self.file("actor.py", ACTOR)

    def file(self, name, text):
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_text(text, encoding="utf-8")
        return str(self.folder / name)


class InTests(Folder):
    def run_body(self, *body):
        self.file("test_it.py", "from lariat_test import chain, raises\ndef test_it():\n    c = chain.deploy('actor.py')\n"
                  + "".join(f"    {line}\n" for line in body))
        status, out, err = lariat("pvm", "test", str(self.folder), "--json")
        self.assertEqual("", err)
        return status, json_lines(out)[0]

    def passes(self, *body):
        status, line = self.run_body(*body)
        self.assertEqual((0, None), (status, line.get("traceback")))

    def test_a_failed_fire_has_type_message_traceback_and_cycles_left(self):
        self.passes("timer = c.call('fire', b'x')", "assert chain.advance() == ['handle_timer: ValueError'] == chain.failed",
                    "f = chain.failed[0]",
                    "assert (f.kind, f.handler, f.status, f.error, f.message) == ('height', 'handle_timer', 'revert', 'ValueError', 'got x')",
                    "assert f.height == 3 and f.actor == c.address and len(f.id) == 32 and 0 < f.cycles_left < 20_000",
                    "assert 'line 39, in handle_timer\\n    self.handle_message(payload)\\n' in f.traceback",
                    "assert 'actor.py\", line 44, in handle_message\\n    raise ValueError' in f.traceback",
                    "assert f.traceback.endswith('ValueError: got x\\n')")

    def test_messages_operations_watches_and_agents_are_told_the_same(self):
        self.passes("c.call('send', b'm')", "f = chain.failed[-1]",
                    "assert (f.kind, f.handler, f.error, f.message, f.id) == ('message', 'handle_message', 'ValueError', 'got m', None)",
                    "c.call('operate', b'o')", "chain.advance()", "f = chain.failed[-1]",
                    "assert (f.kind, f.error, f.message) == ('timestamp', 'ValueError', 'got o') and 'line 44' in f.traceback",
                    "c.call('watch', b'set')", "c.call('watch', b'changed')", "f = chain.failed[-1]", "assert (f.kind, f.message) == ('watch', 'got value')")
        self.passes("chain.configure(auction_activation_height=1)", "c.call('hire', b'x')", "chain.advance()", "f = chain.failed[0]",
                    "assert (f.kind, f.handler, f.status, f.error) == ('agent', 'getGasBid', 'error', 'ValueError')",
                    "assert 'in getGasBid' in f.traceback and f.id is not None")
        self.passes("chain.configure(auction_activation_height=1)", "c.call('hire', b'spin')", "chain.advance()", "f = chain.failed[0]",
                    "assert (f.status, f.actor) == ('out_of_cycles', c.address) and 'in spin\\n' in f.traceback")
        self.passes("chain.configure(auction_activation_height=1)", "c.call('hire', b'text')", "chain.advance()", "f = chain.failed[0]",
                    "assert f == 'getGasBid: bad_type' and 'must return a TxFeeParams' in f.message")
        self.passes("chain.configure(auction_activation_height=1)", "c.call('hire', b'greedy')", "chain.advance()", "f = chain.failed[0]",
                    "assert f == 'getGasBid: fee_too_high' and '10^27' in f.message")

    def test_a_limit_that_is_used_up_names_the_line_and_what_is_left(self):
        self.passes("c.call('fire', b'spin')", "chain.advance()", "f = chain.failed[0]",
                    "assert (f.status, f.error) == ('out_of_cycles', '') and f.cycles_left < 100",
                    "assert 'line 48, in spin\\n' in f.traceback or 'line 47, in spin\\n' in f.traceback",
                    "assert f.traceback.endswith(f'OutOfCycles: {f.cycles_left} left, and the next operation takes more\\n')")
        self.passes("c.call('send', b'cells')", "f = chain.failed[0]",
                    "assert f.status == 'out_of_cells' and 'line 43, in handle_message' in f.traceback",
                    "assert f.message == '65 cells wanted, 60 left'")
        self.passes("with raises('out_of_cycles') as r: c.call('spin', gas=5000)",
                    "assert 'in spin' in r.error.traceback and r.error.cycles_left < 100")

    def test_a_timer_that_is_not_run_says_what_it_lacked(self):
        self.passes("c.balance = 5", "c.call('fire', b'ok')", "assert chain.advance() == ['timer: insufficient_funds']",
                    "assert chain.failed[0].message.startswith('the worst case of the fire costs 570000, its payer 0x')",
                    "assert chain.failed[0].message.endswith(' has 5') and chain.failed[0].kind == 'timer'")

    def test_a_handler_that_is_not_there_and_a_host_call_that_is_refused_say_why(self):
        self.passes("with raises('no_handler') as r: c.call('nope')", "assert 'has no handler nope' in r.error.message",
                    "with raises('no_handler') as r: c.call('_own')",
                    "assert r.error.message == '_own cannot be called from outside the actor'",
                    "with raises('InvalidInput') as r: c.call('topic', b'x')",
                    "assert r.error.message == 'topic must be str, got bytes: call .decode()'",
                    "assert 'InvalidInput: topic must be str' in str(r.error)")

    def test_a_failing_test_shows_what_failed_at_the_end_of_blocks(self):
        status, line = self.run_body("c.call('fire', b'x')", "assert chain.advance() == []")
        self.assertEqual((1, "AssertionError", ["got x"]), (status, line["error"], [f["message"] for f in line["failed"]]))
        self.assertEqual("['handle_timer: ValueError'] == []", line["message"])
        out = lariat("pvm", "test", str(self.folder))[1]
        self.assertIn("AssertionError: ['handle_timer: ValueError'] == []\n\nFailed at the end of blocks:\n\nblock 3: timer 0x", out)
        self.assertRegex(out, r"handle_timer of 0x\w{40}: revert ValueError, \d+ cycles left\n  Traceback \(most recent call last\):\n"
                              r'    File ".*actor.py", line 39, in handle_timer\n      self.handle_message\(payload\)\n')


class InRun(Folder):
    def test_what_fails_in_the_block_of_the_call_is_told_too(self):
        status, out, err = lariat("pvm", "run", self.actor, "--handler", "send", "--payload", "x")
        self.assertEqual(0, status)
        self.assertIn('failed handle_message: revert ValueError\n', out)
        self.assertIn("line 44, in handle_message", err)
        (ran,) = json_lines(lariat("pvm", "run", self.actor, "--handler", "send", "--payload", "x", "--json")[1])
        self.assertEqual(("ok", ["got x"]), (ran["status"], [f["message"] for f in ran["failed"]]))

    def test_a_handler_that_runs_out_of_cycles_names_the_line(self):
        status, out, err = lariat("pvm", "run", self.actor, "--handler", "spin", "--cycles", "5000")
        self.assertEqual(1, status)
        self.assertRegex(err, r'^Traceback \(most recent call last\):\n  File ".*actor.py", line 4[78], in spin\n    (while True:|pass)\n'
                              r"OutOfCycles: \d+ left, and the next operation takes more\n$")
        (ran,) = json_lines(lariat("pvm", "run", self.actor, "--handler", "spin", "--cycles", "5000", "--json")[1])
        self.assertEqual(("out_of_cycles", 5000), (ran["status"], ran["cycles"]))
        self.assertLess(ran["cycles_left"], 100)

    def test_too_few_cycles_to_begin_with_are_said_in_words(self):
        err = lariat("pvm", "run", self.actor, "--handler", "spin", "--cycles", "9")[2]
        self.assertEqual("entering a handler takes 10 cycles, 9 left\n", err)
        self.assertRegex(lariat("pvm", "run", self.actor, "--handler", "spin", "--cycles", "20")[2],
                         r"^having the code of the actor ready takes \d+ cycles, 10 left\n$")


class Explained(Folder):
    def lines(self, *blocks, actors=()):
        genesis = {"genesis": {"accounts": [{"address": ADA, "balance": "1000000000"}], "actors": [
            {"address": BOB, "balance": "10000000", "owner": ADA, "python": ACTOR}, *actors]}}
        path = self.folder / "trace.jsonl"
        path.write_text(trace(genesis, *blocks), encoding="utf-8")
        return str(path)

    def call(self, handler, payload, **more):
        return {"from": ADA, "call": {"actor": BOB, "handler": handler, "payload": payload}, **more}

    def explained(self, *blocks, **more):
        path = self.lines(*blocks, **more)
        plain, explained = lariat("replay", path), lariat("replay", path, "--explain", "--json")
        self.assertEqual(plain[:2], explained[:2], "explaining changes no result")
        return json_lines(explained[2])

    def test_every_kind_of_failure_is_explained_and_no_result_changes(self):
        told = self.explained({"block": {"txs": [self.call("fire", "x"), self.call("send", "m"), self.call("operate", "o"),
                                                 self.call("spin", "", cycles_limit=3_000), self.call("topic", "t")]}},
                              {"blocks": 1})
        self.assertEqual([(1, "transaction", "out_of_cycles", None), (1, "transaction", "revert", "InvalidInput"),
                          (1, "message", "revert", "ValueError"), (2, "timestamp", "revert", "ValueError"),
                          (2, "height", "revert", "ValueError")],
                         [(f["height"], f["kind"], f["status"], f.get("error")) for f in told])
        self.assertEqual([3, 4], [f["tx"] for f in told[:2]])
        self.assertIn(f'File "{BOB}", line 44, in handle_message\n    raise ValueError("got " + payload.decode())\n', told[4]["traceback"])
        self.assertTrue(all("cycles_left" in f and "message" in f for f in told))

    def test_a_transaction_that_is_not_run_or_runs_no_handler_is_explained(self):
        told = self.explained({"block": {"txs": [
            {"from": "0x" + 20 * "cc", "transfer": {"to": ADA, "amount": "1"}},
            {"from": ADA, "transfer": {"to": BOB, "amount": "99999999999999"}},
            {"from": ADA, "deploy": {"python": "def go(p):\n    import os\n"}},
            {"from": ADA, "remove_actor": "0x" + 20 * "77"}]}})
        self.assertEqual([("revert", "InsufficientBalance"), ("revert", "CodeRefused"), ("revert", "ActorNotFound"),
                          ("invalid", "sender_unknown")], [(f["status"], f["error"]) for f in told])
        self.assertRegex(told[0]["message"], r"^transfer of 99999999999999, balance \d+$")
        self.assertTrue(told[1]["message"].startswith("line 2, column 12: import of 'os' is not allowed"))
        self.assertEqual(0, told[3]["tx"])

    def test_steps_of_a_script_say_which_of_them_failed(self):
        script = {"address": "0x" + 20 * "77", "balance": "5", "handlers": {
            "go": [{"set": ["k", "v"]}, {"repeat": [2, [{"transfer": [ADA, "3"]}]]}], "stop": [{"fail": "enough"}]}}
        told = self.explained({"block": {"txs": [{"from": ADA, "call": {"actor": script["address"], "handler": handler}}
                                                 for handler in ("go", "stop", "none")]}}, actors=[script])
        self.assertEqual(["step 2: transfer of 3, balance 2", "step 1: fail", f"the actor {script['address']} has no handler none"],
                         [f["message"] for f in told])

    def test_for_people_there_is_a_line_and_the_traceback_below(self):
        path = self.lines({"block": {"txs": [self.call("topic", "t")]}})
        status, out, err = lariat("replay", path, "--explain")
        self.assertEqual((0, 1), (status, len(out.splitlines())))
        self.assertRegex(err, rf"^block 1: transaction 0, topic of {BOB}: revert InvalidInput, \d+ cycles left\n"
                              rf'  Traceback \(most recent call last\):\n    File "{BOB}", line 51, in topic\n'
                              r'      pvm_host.emit_event\(payload, b""\)\n'
                              r"  pvm_host.HostError: topic must be str, got bytes: call .decode\(\)\n$")
        self.assertEqual(2, lariat("replay", path, "--json")[0])

    def test_the_reason_and_the_address_stand_in_the_receipts(self):
        path = self.lines({"block": {"txs": [{"from": ADA, "deploy": {"python": "def go(p): pass\n"}},
                                             self.call("fire", "ok", cycles_limit=10**9)]}})
        receipts = json.loads(lariat("replay", path)[1])["receipts"]
        self.assertEqual(("ok", 42), (receipts[0]["status"], len(receipts[0]["address"])))
        self.assertEqual(("invalid", "limit_too_high"), (receipts[1]["status"], receipts[1]["reason"]))


if __name__ == "__main__":
    unittest.main()
