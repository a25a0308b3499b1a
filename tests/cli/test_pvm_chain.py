"""Compares lariat pvm run and test with lariat replay of the same program."""
import tempfile
import unittest
from pathlib import Path

from program import json_lines, lariat, trace

ADA = "0x" + 20 * "ad"
PROBE = """import base64, json, pvm_host


class Probe:
    def deploy(self):
        self.storage["n"] = 0

    def write(self, payload):
        self.storage["n"] = payload
        pvm_host.emit_event("wrote", payload)
        return payload * 3

    def fail(self, payload):
        self.storage["n"] = payload
        raise KeyError(payload)

    def endless(self, payload):
        while True:
            pass

    def later(self, payload):
        args = json.loads(payload)
        args = {key: 2**64 - 1 if args[key] == "far" else args[key] for key in args}
        if "fee_payer" in args:
            args["fee_payer"] = bytes.fromhex(args["fee_payer"])
        return pvm_host.schedule_timer_ex(pvm_host.block_height() + args.pop("after"), args.pop("payload").encode(), **args)

    def envelope(self, payload):
        inner = base64.b64encode(payload).decode()
        text = json.dumps({"_handler": "write", "_payload": inner}).encode()
        pvm_host.schedule_timer(pvm_host.block_height() + 1, text, gas_limit=50_000)
        pvm_host.send_message(self.address, text)

    def many(self, payload):
        for n in range(int(payload)):
            pvm_host.schedule_timer(pvm_host.block_height() + 9, b"")

    def watch(self, payload):
        pvm_host.set_state_watch(self.address, [(self.address, b"n")], b"changed", gas_limit=50_000)

    def send(self, payload):
        cells, text = payload.split(b" ")
        pvm_host.send_message(self.address, text, gas=20_000, cells=int(cells))

    def agent(self, payload):
        pvm_host.set_gba(self.address if payload == b"self" else payload)

    def operation(self, payload):
        pvm_host.schedule_at(pvm_host.context()["timestamp_ms"] + 1_500, "write", payload, gas_limit=50_000)
        return str(len(pvm_host.scheduled_until(2**63))).encode()

    def estimate(self, payload):
        return json.dumps(pvm_host.estimate_timer(pvm_host.block_height() + 1, b"", gas_limit=int(payload))).encode()

    def config(self, payload):
        return json.dumps(pvm_host.runtime_config()).encode()

    def who(self, payload):
        ctx = pvm_host.context()
        return ctx["sender"] + self.deployer + ctx["tx_hash"]

    def getGasBid(self, context):
        return None

    def handle_timer(self, payload):
        if payload == b"payer":
            pvm_host.schedule_timer_ex(pvm_host.block_height() + 1, b"", fee_payer=self.deployer)
        pvm_host.emit_event("fired", payload)
        self.storage["fired"] = self.storage.get("fired", 0) + 1

    def handle_message(self, payload):
        self.storage["said"] = payload
"""


class Probed(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.path = self.file("probe.py", PROBE)

    def file(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")
        return str(self.folder / name)

    def replay(self, *blocks):
        """Block 1 deploys; then a list of transactions, or a number of empty blocks."""
        def line(block):
            return {"blocks": block} if isinstance(block, int) else {"block": {"txs": block}}
        actor = json_lines(lariat("check", self.path, "--from", ADA, "--salt", "1", "--json")[1])[0]["address"]
        self.actor = actor
        txs = [{"from": ADA, "transfer": {"to": actor, "amount": str(10**12)}},
               {"from": ADA, "deploy": {"python": PROBE}, "salt": "1", "cells_limit": 100_000}]
        genesis = {"genesis": {"accounts": [{"address": ADA, "balance": str(10**30)}]}}
        status, out, err = lariat("replay", "-", stdin=trace(genesis, line(txs), *[line(block) for block in blocks]))
        self.assertEqual((0, ""), (status, err))
        return json_lines(out)

    def call(self, handler, payload="", **limits):
        actor = json_lines(lariat("check", self.path, "--from", ADA, "--salt", "1", "--json")[1])[0]["address"]
        return [{"from": ADA, "call": {"actor": actor, "handler": handler, "payload": payload}, **limits}]

    def run_json(self, *arguments, path=None):
        status, out, err = lariat("pvm", "run", path or self.path, "--json", *arguments)
        (line,) = json_lines(out)
        self.assertEqual((0 if line["status"] == "ok" else 1, ""), (status, err))
        return line

    def passes(self, *body):
        """The lines of a test on an actor `c` that has just been deployed."""
        self.file("test_it.py", "import json, pvm_host\nfrom lariat_test import CallFailed, chain, raises\n"
                  "def test_it():\n    c = chain.deploy('probe.py')\n" + "".join(f"    {line}\n" for line in body))
        _, out, err = lariat("pvm", "test", str(self.folder), "--json")
        line = json_lines(out)[0]
        self.assertEqual(("", None), (err, line.get("traceback")))


class SameAsReplay(Probed):
    def test_a_call_has_the_status_the_cycles_and_the_cells_that_replay_says(self):
        for handler, payload in (("write", "abc"), ("fail", "abc"), ("endless", "x"), ("later", '{"after": 3, "payload": "p"}'),
                                 ("envelope", "in"), ("watch", ""), ("send", "50 hello"), ("agent", "self"), ("operation", "op"),
                                 ("estimate", "20000"), ("config", ""), ("who", "")):
            receipt = self.replay(self.call(handler, payload))[1]["receipts"][0]
            ran = self.run_json("--handler", handler, "--payload", payload)
            for field in ("status", "error", "cycles", "cells"):
                self.assertEqual(receipt.get(field), ran.get(field), (handler, field))

    def test_a_deployment_has_them_too(self):
        receipt = self.replay()[0]["receipts"][1]
        ran = self.run_json("--handler", "deploy")
        self.assertEqual([receipt[field] for field in ("status", "cycles", "cells")], [ran[field] for field in ("status", "cycles", "cells")])
        self.assertGreater(ran["cells"], len(PROBE))
        self.passes(f"assert (c.cycles, c.cells) == ({receipt['cycles']}, {receipt['cells']})")

    def test_what_was_used_is_enough_as_a_limit_and_one_less_is_not(self):
        used = self.run_json("--handler", "write", "--payload", "abc")
        for limit, status in (("cycles", "out_of_cycles"), ("cells", "out_of_cells")):
            for less, expected in ((0, "ok"), (1, status)):
                given = used[limit] - less
                ran = self.run_json("--handler", "write", "--payload", "abc", "--" + limit, str(given))
                receipt = self.replay(self.call("write", "abc", **{limit + "_limit": given}))[1]["receipts"][0]
                self.assertEqual((expected, expected), (ran["status"], receipt["status"]))
                self.assertEqual((receipt["cycles"], receipt["cells"]), (ran["cycles"], ran["cells"]))
        self.passes(f"c.call('write', b'abc', gas={used['cycles']}, cells={used['cells']})",
                    f"with raises('out_of_cycles'): c.call('write', b'abc', gas={used['cycles'] - 1})",
                    f"with raises('out_of_cells'): c.call('write', b'abc', cells={used['cells'] - 1})")

    def test_a_fire_runs_out_of_cycles_with_a_gas_limit_one_below_what_replay_says_that_it_used(self):
        later = '{"after": 1, "payload": "p", "gas_limit": %d}'
        used = self.replay(self.call("later", later % 100_000), 1)[2]["fired"][0]["cycles"]
        self.passes(f"c.call('later', b'{later % used}')", "assert chain.advance() == [] and c.storage['fired'] == 1",
                    f"c.call('later', b'{later % (used - 1)}')",
                    "assert chain.advance() == ['handle_timer: out_of_cycles'] and c.storage['fired'] == 1 == len(c.events)")

    def test_a_fire_is_paid_by_the_actor_as_in_replay(self):
        later = '{"after": 1, "payload": "p", "gas_limit": 100000}'
        balance = self.replay(self.call("later", later), 1)[2]["balances"][self.actor]
        self.passes(f"c.call('later', b'{later}')", "chain.advance()", f"assert c.balance == {balance} < 10**12")


class TheChainsRules(Probed):
    def test_a_payload_that_names_its_handler_reaches_it_in_fires_and_messages(self):
        self.passes("c.call('envelope', b'inner')", "assert c.events == [('wrote', b'inner')] and c.storage['n'] == b'inner'",
                    "assert [(m['handler'], m['payload']) for m in c.messages] == [('write', b'inner')]",
                    "assert [(t['handler'], t['payload']) for t in c.timers] == [('write', b'inner')]",
                    "assert chain.advance() == [] and c.events == 2 * [('wrote', b'inner')]")

    def test_only_the_signer_may_be_named_as_payer_and_only_where_he_signed(self):
        bob = "b0" * 20
        self.passes(f"bob = bytes.fromhex('{bob}')",
                    f"later = lambda payer, **more: json.dumps({{'after': 1, 'payload': '', 'fee_payer': payer, **more}}).encode()",
                    f"with raises('InvalidInput'): c.call('later', later('{bob}'))",
                    f"c.call('later', later('{bob}'), sender=bob)", "before = c.balance",
                    "assert c.timers[0]['fee_payer'] == bob and chain.advance() == [] and c.balance == before",
                    "c.call('later', b'{\"after\": 1, \"payload\": \"payer\"}')", "assert chain.advance() == ['handle_timer: InvalidInput']")

    def test_a_timer_expires_as_on_the_chain_and_what_it_may_live_is_bounded(self):
        self.passes("c.call('later', b'{\"after\": 5, \"payload\": \"\", \"expires_at\": 4}')",
                    "assert c.timers[0]['expires_at'] == 4 and chain.advance(4) == []",
                    "assert chain.advance(1) == ['timer: expired'] == chain.failed and c.timers == [] and 'fired' not in c.storage",
                    "with raises('ExpiresAtTooFar'): c.call('later', b'{\"after\": 1, \"payload\": \"\", \"expires_at\": \"far\"}')")

    def test_an_actor_without_money_is_not_run_again(self):
        self.passes("poor = chain.deploy('probe.py', balance=0)", "poor.call('later', b'{\"after\": 1, \"payload\": \"\"}')",
                    "assert poor.balance == 0 and chain.advance() == ['timer: insufficient_funds'] and poor.timers == []",
                    "poor.call('later', b'{\"after\": 2, \"payload\": \"\"}')", "poor.balance = 1_100_000",
                    "assert chain.advance() == [] and poor.storage['fired'] == 1 and 0 < poor.balance < 1_100_000")

    def test_the_quota_of_timers_and_the_highest_gas_limit_hold(self):
        self.passes("c.call('many', b'1024', cells=200_000)", "with raises('QuotaExceeded'): c.call('many', b'1')",
                    "assert len(c.timers) == 1024",
                    "with raises('GasLimitTooHigh'): c.call('later', b'{\"after\": 1, \"payload\": \"\", \"gas_limit\": 550001}')")

    def test_a_watch_fires_in_each_block_with_a_change(self):
        self.passes("c.call('watch')", "assert [(t['kind'], t['payload']) for t in c.timers] == [('watch', b'changed')]",
                    "c.call('write', b'1')", "assert c.events == [('wrote', b'1'), ('fired', b'changed')]",
                    "chain.advance(3)", "c.call('write', b'2')", "assert c.storage['fired'] == 2")

    def test_a_message_has_the_cells_that_were_set_aside_for_it(self):
        self.passes("c.call('send', b'10 hello')", "assert chain.failed == [] and c.storage['said'] == b'hello'",
                    "c.call('send', b'9 other')", "assert chain.failed == ['handle_message: out_of_cells'] and c.storage['said'] == b'hello'",
                    "with raises('out_of_cells'): c.call('send', b'60000 hello')")

    def test_an_agent_is_an_actor_and_nobody_else_asks_it(self):
        self.passes("c.call('agent', b'self')", "with raises('ActorNotFound'): c.call('agent', bytes(20))",
                    "for name in ('getGasBid', 'deploy', '_wait', '__init__'):",
                    "    with raises('no_handler'): c.call(name)")

    def test_with_an_auction_an_agent_is_asked_and_what_is_wrong_with_its_answer_is_told(self):
        self.passes("chain.configure(auction_activation_height=5)", "c.call('agent', b'self')",
                    "c.call('later', b'{\"after\": 1, \"payload\": \"\"}')",
                    "assert chain.height == 4 and chain.advance() == ['getGasBid: bad_type'] and c.storage['fired'] == 1")

    def test_the_config_is_the_chains_and_is_changed_by_its_rules(self):
        self.passes("chain.configure(max_timers_per_actor=1, timers_paused=True, w_age=2**97)",
                    "with raises('QuotaExceeded'): c.call('many', b'2')", "c.call('later', b'{\"after\": 1, \"payload\": \"\"}')",
                    "assert chain.advance() == [] and 'fired' not in c.storage",
                    "with raises('InvalidConfig'): chain.configure(max_cycles_per_fire=1)",
                    "with raises(pvm_host.HostError): chain.configure(nonsense=1)", "with raises(TypeError): chain.configure(discipline=b'')")

    def test_an_operation_runs_when_its_time_has_come(self):
        self.passes("assert c.call('operation', b'op') == b'1'", "rest = c.balance",
                    "assert [(o['handler'], o['payload'], o['gas_limit']) for o in c.operations] == [('write', b'op', 50_000)]",
                    "assert chain.advance() == [] and c.events == [] and rest < 10**12",
                    "assert chain.advance() == [] and c.events == [('wrote', b'op')] and c.operations == [] and c.balance != rest",
                    "with raises('InsufficientBalance'): chain.deploy('probe.py', balance=0).call('operation')")

    def test_estimates_and_the_whole_config_are_answered(self):
        self.passes("assert json.loads(c.call('estimate', b'600000')) == {'height': 3, 'cost': 1150000, 'refused': ['GasLimitTooHigh']}",
                    "config = json.loads(c.call('config'))",
                    "assert config['max_timers_per_actor'] == 1024 and len(config) > 40 and config == pvm_host.runtime_config()")

    def test_whoever_is_named_signs_and_has_money_for_it(self):
        self.passes("bob, eve = 20 * b'b', 20 * b'e'", "assert c.call('who', sender=bob)[:20] == bob",
                    "d = chain.deploy('probe.py', sender=eve)", "said = d.call('who', sender=bob)",
                    "assert said[:40] == bob + eve and said[40:] != bytes(32) and d.address != c.address",
                    "with raises(pvm_host.HostError): c.call('who', sender=b'bob')", "with raises(pvm_host.HostError): c.call('who', gas=2**63)",
                    "with raises(pvm_host.HostError): c.call('who', cells=-1)")

    def test_the_code_of_a_test_itself_is_on_no_chain(self):
        calls = ("get_state(b'n')", "set_state(b'n', b'')", "delete_state(b'n')", "emit_event('a', b'')", "randomness(b'')",
                 "send_message(bytes(20), b'')", "transfer(bytes(20), 1)", "balance(bytes(20))", "schedule_timer(9, b'')",
                 "cancel_timer(bytes(32))", "set_gba(None)", "schedule_at(9, 'go', b'')", "scheduled_until(9)", "drop(bytes(32))")
        body = []
        for call in calls:
            body += [f"try: pvm_host.{call}", "except pvm_host.HostError as e: assert 'a test asks the chain through lariat_test' in str(e)",
                     f"else: assert False, {call!r}"]
        self.passes(*body, "assert pvm_host.block_height() == chain.height == 1", "pvm_host.charge_gas(5)",
                    "assert len(pvm_host.keccak256(b'')) == 32")


class RunTells(Probed):
    def test_timers_operations_and_messages_are_told_in_full(self):
        (timer,) = self.run_json("--handler", "later", "--payload", '{"after": 3, "payload": "p", "gas_limit": 5000}')["timers"]
        told = {"height": 5, "payload": "0x70", "handler": "handle_timer", "gas_limit": 5000, "kind": "height"}
        self.assertEqual(told, {key: timer[key] for key in told})
        ran = self.run_json("--handler", "envelope", "--payload", "x")
        self.assertEqual((1, "write"), (len(ran["timers"]), ran["timers"][0]["handler"]))
        (message,) = ran["messages"]
        self.assertEqual(("write", "0x78", 50_000, 10_000), tuple(message[key] for key in ("handler", "payload", "gas", "cells")))
        self.assertEqual(ran["timers"][0]["target"], message["target"])
        (operation,) = self.run_json("--handler", "operation", "--payload", "x")["operations"]
        self.assertEqual(("write", "0x78"), (operation["handler"], operation["payload"]))

    def test_what_others_did_in_the_block_of_the_call_is_not_told_as_its_own(self):
        source = ("import pvm_host\ndef deploy(p):\n    pvm_host.schedule_timer(2, b'')\n    pvm_host.emit_event('deployed', b'')\n"
                  "def go(p):\n    pvm_host.emit_event('own', b'')\n"
                  "def handle_timer(p):\n    pvm_host.emit_event('fired', b'')\n    pvm_host.schedule_timer(9, b'')\n")
        ran = self.run_json("--handler", "go", path=self.file("own.py", source))
        self.assertEqual((["own"], []), ([event["topic"] for event in ran["events"]], ran["timers"]))

    def test_a_deployment_that_fails_is_told_as_the_handler_that_failed(self):
        path = self.file("bad.py", "def deploy(p):\n    1 // 0\ndef go(p): pass\n")
        ran = self.run_json("--handler", "go", path=path)
        self.assertEqual(("deploy", "revert", "ZeroDivisionError"), (ran["handler"], ran["status"], ran["error"]))
        self.assertIn("line 2, in deploy", ran["traceback"])
        status, out, err = lariat("pvm", "run", path, "--handler", "go")
        self.assertEqual((1, True), (status, "line 2, in deploy" in err))
        self.assertRegex(out, r"^deploy: revert ZeroDivisionError, \d+ cycles, \d+ cells\n$")

    def test_no_text_of_a_program_forges_output(self):
        source = ("import pvm_host\ndef go(p):\n    for topic in ('a\\nmessage to 0x00', 'b\\x1b[2J', 'c d', '\\u202e', '', 'plain'):\n"
                  "        pvm_host.emit_event(topic, topic.encode())\n"
                  "    pvm_host.emit_event('csi', '\\x9b2J'.encode())\n"
                  "def fails(p):\n    raise type('E\\nok', (Exception,), {})\n")
        path = self.file("forged.py", source)
        status, out, _ = lariat("pvm", "run", path, "--handler", "go")
        self.assertEqual(0, status)
        self.assertEqual(['event "a\\nmessage to 0x00" 0x610a6d65737361676520746f2030783030', 'event "b\\u001b[2J" 0x621b5b324a',
                          'event "c d" c d', 'event "\\u202e" 0xe280ae', 'event "" ', "event plain plain", "event csi 0xc29b324a"],
                         out.splitlines()[1:])
        self.assertRegex(lariat("pvm", "run", path, "--handler", "fails")[1], r'^fails: revert "E\\nok", \d+ cycles, 0 cells\n$')

    def test_limits_that_are_no_integers_or_too_large_are_refused_by_value_and_bound(self):
        for given in ("99999999999999999999", "9223372036854775808", "-1", "1e6", ""):
            said = f'must be a whole number from 0 to 9223372036854775807, got "{given}"'
            for option in ("--cycles", "--cells"):
                status, _, err = lariat("pvm", "run", self.path, "--handler", "write", option, given)
                self.assertEqual((2, True), (status, f"{option} {said}" in err), err)
        self.assertEqual("ok", self.run_json("--handler", "write", "--cycles", "9223372036854775807", "--cells", "9223372036854775807")["status"])

    def test_a_helper_class_that_hides_the_handlers_is_named(self):
        path = self.file("hidden.py", "class Err(Exception): pass\ndef go(payload): raise Err\n")
        said = ("line 1, column 1: class 'Err' is the actor and defines no handler: move 'go' into it, or into another class "
                "that is marked with @actor")
        for command, expected in (("run", 2), ("check", 1)):
            status, out, err = lariat("pvm", command, path)
            self.assertEqual((expected, True), (status, said in out + err), out + err)
        err = lariat("pvm", "run", self.file("part.py", "class Pile:\n    def push(self, x): pass\ndef go(p): pass\n"), "--handler", "go")[2]
        self.assertIn("no handler go; there is push: class Pile is the actor", err)


if __name__ == "__main__":
    unittest.main()
