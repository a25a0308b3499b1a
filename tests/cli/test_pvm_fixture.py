"""Tests of the module lariat_test (print, warp, balance, snapshots, helpers, classes, subfolders) and of options of pvm run."""
import unittest
from pathlib import Path

from program import json_lines, lariat, trace
from test_failures import ADA, Folder

ACTOR = '''import pvm_host


class Actor:
    def deploy(self, payload):
        self.storage["made with"] = payload
        print("deployed with", payload)

    def add(self, payload):
        self.storage["n"] = self.storage.get("n", 0) + int(payload)
        print("n is", self.storage["n"])
        pvm_host.emit_event("added", payload)

    def later(self, payload):
        pvm_host.schedule_timer(pvm_host.block_height() + 2, payload, gas_limit=20_000)

    def handle_timer(self, payload):
        print("fired\\nfor", payload.decode())
        self.add(payload)

    def at(self, payload):
        pvm_host.schedule_at(int(payload), "handle_timer", b"7", gas_limit=20_000)

    def who(self, payload):
        return pvm_host.context()["sender"] + payload

    def money(self, payload):
        return str(pvm_host.balance(self.address)).encode()

    def fail(self, payload):
        print("before it failed")
        raise KeyError(payload)
'''


class Fixture(Folder):
    def setUp(self):
        super().setUp()
        self.actor = self.file("actor.py", ACTOR)

    def run_tests(self, *arguments):
        status, out, err = lariat("pvm", "test", str(self.folder), "--json", *arguments)
        return status, json_lines(out), err

    def passes(self, *body):
        self.file("test_it.py", "from lariat_test import chain, raises\nimport pvm_host\ndef test_it():\n    c = chain.deploy('actor.py')\n"
                  + "".join(f"    {line}\n" for line in body))
        status, lines, _ = self.run_tests()
        self.assertEqual((0, None), (status, lines[0].get("traceback")))
        return lines[0]


class ChainOfATest(Fixture):
    def test_warp_makes_a_block_at_a_time_and_operations_run_then(self):
        self.passes("now = chain.timestamp_ms", "c.call('at', str(now + 3_600_000).encode())", "assert c.storage.get('n') is None",
                    "assert chain.warp(now + 3_600_000) == [] and c.storage['n'] == 7",
                    "assert chain.timestamp_ms == now + 3_600_000 and chain.height == 3",
                    "chain.advance()", "assert chain.timestamp_ms == now + 3_601_000",
                    "for wrong in (chain.timestamp_ms, 0, -1, 2**63, '5'):",
                    "    with raises(pvm_host.HostError): chain.warp(wrong)")

    def test_the_balance_of_every_account_is_read(self):
        self.passes("bob = 20 * b'b'", "assert chain.balance(bob) == 0 and chain.balance(c.address) == c.balance == 10**12",
                    "c.call('who', sender=bob)", "assert chain.balance(bob) > 10**11",
                    "with raises(pvm_host.HostError): chain.balance(b'short')")

    def test_wrong_arguments_are_named_with_what_was_wanted_and_given(self):
        limit = "must be an integer from 0 to 2**63 - 1, got"
        for call, says in (("c.call('add', 'hi')", "payload must be bytes, got str: call .encode()"),
                           ("c.call(b'add')", "handler must be str, got 3 bytes: call .decode()"),
                           ("c.call('add', [1, 2])", "an argument is a list, tuple or dict: pass bytes, str, int or None"),
                           ("c.call('add', sender=b'bob')", "sender must be an address of 20 bytes or None, got 3 bytes"),
                           ("c.call('add', gas=-1)", f"gas {limit} a negative integer"),
                           ("c.call('add', cells=2**63)", f"cells {limit} {2**63}"),
                           ("chain.deploy('actor.py', balance=2**64)", "balance must be an integer from 0 to 2**64 - 1, got an integer of more than 64 bits"),
                           ("chain.deploy(None)", "file must be str, got None"), ("chain.balance(b'short')", "address must be an address of 20 bytes, got 5 bytes"),
                           ("chain.advance(-1)", "blocks must be an integer from 0 to 1000000, got a negative integer"),
                           ("chain.warp(5)", "timestamp_ms must be an integer above the last block's 1001000 and below 2**63, got 5"),
                           ("chain.revert('x')", "snapshot must be a value that chain.snapshot() has returned, got str")):
            self.passes(f"with raises(pvm_host.HostError) as r: {call}", f"assert str(r.error) == {says!r}, str(r.error)")

    def test_a_snapshot_is_returned_to_with_all_that_the_chain_and_the_test_saw(self):
        self.passes("c.call('add', b'1')", "c.call('later', b'5')", "before = chain.snapshot()", "height = chain.height",
                    "chain.advance(2)", "c.call('add', b'x') if False else None", "after = chain.snapshot()",
                    "assert c.storage['n'] == 6 and c.timers == [] and len(c.events) == 2",
                    "d = chain.deploy('actor.py')", "chain.revert(before)",
                    "assert c.storage['n'] == 1 and len(c.timers) == 1 and len(c.events) == 1 and chain.height == height",
                    "with raises(pvm_host.HostError): d.call('add', b'1')" if False else "with raises('no_actor'): d.call('add', b'1')",
                    "chain.revert(before)", "assert chain.advance(2) == [] and c.storage['n'] == 6",
                    "with raises(pvm_host.HostError): chain.revert(after)", "chain.revert(before)",
                    "assert c.storage['n'] == 1 and chain.snapshot() not in (before, after)")

    def test_failures_after_a_snapshot_are_forgotten_with_it(self):
        self.passes("s = chain.snapshot()", "c.call('later', b'no number')", "chain.advance(2)", "assert len(chain.failed) == 1",
                    "chain.revert(s)", "assert chain.failed == []")

    def test_a_snapshot_of_too_long_ago_is_refused(self):
        self.passes("s = chain.snapshot()", "chain.advance(16_384)", "chain.revert(s)", "chain.advance(16_385)",
                    "with raises(pvm_host.HostError) as r: chain.revert(s)", "assert 'at most 16384 can be undone' in str(r.error)")


class FilesOfTests(Fixture):
    def test_helpers_beside_the_tests_and_in_the_folder_given_are_imported(self):
        self.file("shared.py", "from lariat_test import chain\ndef deployed():\n    return chain.deploy('../actor.py')\n")
        self.file("sub/near.py", "ONE = b'1'\ndef wrong(): [].pop()\n")
        self.file("sub/test_a.py", "import shared\nfrom near import ONE, wrong\ndef test_a():\n    c = shared.deployed()\n"
                  "    c.call('add', ONE)\n    assert c.storage['n'] == 1\ndef test_wrong(): wrong()\n")
        status, lines, _ = self.run_tests()
        self.assertEqual((1, [True, False]), (status, [line["passed"] for line in lines[:-1]]))
        self.assertIn(f'File "{self.folder}/sub/near.py", line 2, in wrong\n    def wrong(): [].pop()\n', lines[1]["traceback"])
        self.file("sub/near.py", "ONE = 0.5\n")
        status, lines, _ = self.run_tests()
        self.assertIn(f"imports {self.folder}/sub/near.py: line 1, column 7: float", lines[0]["error"])

    def test_subfolders_and_classes_of_tests_are_run_and_hidden_folders_are_not(self):
        self.file("test_b.py", "class TestB:\n    def setup_method(self): self.n = 1\n    def test_one(self): assert self.n == 1\n"
                  "    def test_two(self): assert self.n == 2\n    def helper(self): 1 // 0\ndef test_c(): pass\n")
        self.file("deep/er/test_d.py", "def test_d(): pass\n")
        self.file(".git/test_e.py", "def test_e(): 1 // 0\n")
        status, lines, _ = self.run_tests()
        self.assertEqual([("deep/er/test_d.py", "test_d", True), ("test_b.py", "TestB::test_one", True),
                          ("test_b.py", "TestB::test_two", False), ("test_b.py", "test_c", True)],
                         [(str(Path(line["file"]).relative_to(self.folder)), line["test"], line["passed"]) for line in lines[:-1]])
        self.assertEqual((1, "1 == 2"), (status, lines[2]["message"]))
        only = self.run_tests("--only", "test_b.py::TestB::test_one")[1]
        self.assertEqual(["TestB::test_one"], [line["test"] for line in only[:-1]])

    def test_a_test_file_without_a_test_fails(self):
        self.file("test_good.py", "def test_it(): pass\n")
        self.file("test_empty.py", "def tset_it(): pass\nclass Test: pass\n")
        status, out, _ = lariat("pvm", "test", str(self.folder))
        self.assertEqual(1, status)
        self.assertIn("test_empty.py: has no test: neither a function test_… nor a class Test… with a method test_…\n", out)
        self.assertEqual("1 passed, 1 failed", out.splitlines()[-1])
        (self.folder / "test_empty.py").unlink()
        status, _, err = lariat("pvm", "test", str(self.folder), "--only", "nowhere")
        self.assertEqual((2, "lariat pvm test: none of 1 tests has nowhere in its name\n"), (status, err))

    def test_a_failed_assert_shows_its_values_and_the_line(self):
        self.file("test_it.py", "from lariat_test import chain\ndef test_it():\n    c = chain.deploy('actor.py')\n    c.call('add', b'2')\n"
                  "    assert c.storage['n'] == 3, 'twice'\n")
        out = lariat("pvm", "test", str(self.folder))[1]
        self.assertIn("    assert c.storage['n'] == 3, 'twice'\nAssertionError: twice\n2 == 3\n", out)


class Print(Fixture):
    def test_print_shows_in_run_and_changes_neither_result_nor_cost_of_a_chain(self):
        status, out, err = lariat("pvm", "run", self.actor, "--handler", "add", "--payload", "5")
        self.assertEqual((0, ""), (status, err))
        self.assertRegex(out, r"^print in deploy: deployed with b''\nprint n is 5\nadd: ok, \d+ cycles, \d+ cells\nevent added 5\n$")
        (ran,) = json_lines(lariat("pvm", "run", self.actor, "--handler", "add", "--payload", "5", "--json")[1])
        self.assertEqual([("deploy", "deployed with b''\n"), ("add", "n is 5\n")], [(p["handler"], p["text"]) for p in ran["printed"]])
        call = {"from": ADA, "call": {"actor": "0x" + 20 * "b0", "handler": "add", "payload": "5"}}
        (line,) = json_lines(lariat("replay", "-", stdin=trace(
            {"genesis": {"accounts": [{"address": ADA, "balance": "1000000000"}], "actors": [
                {"address": "0x" + 20 * "b0", "balance": "0", "python": ACTOR}]}}, {"block": {"txs": [call]}}))[1])
        self.assertEqual((ran["cycles"], ran["cells"]), (line["receipts"][0]["cycles"], line["receipts"][0]["cells"]))
        self.assertEqual(["added"], [e["topic"] for e in line["events"]])

    def test_what_a_handler_printed_before_it_failed_is_shown(self):
        status, out, _ = lariat("pvm", "run", self.actor, "--handler", "fail")
        self.assertEqual(1, status)
        self.assertIn("print before it failed\n", out)

    def test_no_printed_text_looks_like_a_line_of_the_command(self):
        path = self.file("forger.py", "def go(p):\n    print('x\\ngo: ok, 0 cycles', end='\\n\\x1b[2J')\n")
        out = lariat("pvm", "run", path, "--handler", "go")[1]
        self.assertEqual(["print x", "print go: ok, 0 cycles", "print 0x1b5b324a"], out.splitlines()[:3])

    def test_print_shows_below_the_test_in_the_order_in_which_it_happened(self):
        self.file("test_it.py", "from lariat_test import chain\ndef test_it():\n    c = chain.deploy('actor.py')\n    print('now')\n"
                  "    c.call('later', b'3')\n    chain.advance(2)\n")
        out = lariat("pvm", "test", str(self.folder))[1]
        self.assertEqual(["    print in deploy: deployed with b''", "    print: now", "    print in handle_timer: fired",
                          "    print in handle_timer: for 3", "    print in handle_timer: n is 3", "1 passed, 0 failed"], out.splitlines()[1:])
        lines = self.run_tests()[1]
        self.assertEqual(["deploy", None, "handle_timer", "handle_timer"], [p.get("handler") for p in lines[0]["printed"]])

    def test_a_test_that_prints_without_end_is_cut(self):
        self.file("test_it.py", "def test_it():\n    for n in range(300):\n        print('x' * 10_000)\n")
        out = lariat("pvm", "test", str(self.folder))[1]
        self.assertLess(len(out), 1_300_000)
        self.assertIn("    print: … and more, which is not shown\n", out)


class RunOptions(Fixture):
    def run_json(self, *arguments, status=0):
        got, out, err = lariat("pvm", "run", self.actor, "--json", *arguments)
        self.assertEqual((status, ""), (got, err))
        return json_lines(out)[0]

    def test_a_payload_is_text_hex_or_a_file(self):
        path = self.folder / "payload.bin"
        path.write_bytes(b"\x00\xff@1")
        got = self.run_json("--handler", "who", "--payload", f"@{path}")["returned"]
        self.assertEqual("00ff4031", got[42:])
        status, _, err = lariat("pvm", "run", self.actor, "--handler", "who", "--payload", "@nowhere")
        self.assertEqual((2, "lariat pvm run: --payload: cannot read nowhere: No such file or directory\n"), (status, err))

    def test_sender_balance_and_the_payload_of_deploy(self):
        bob = "0x" + 20 * "bb"
        self.assertEqual(bob + "61", self.run_json("--handler", "who", "--payload", "a", "--sender", bob)["returned"])
        self.assertEqual(b"77".hex(), self.run_json("--handler", "money", "--balance", "77")["returned"][2:])
        self.assertEqual(["deployed with b'made'\n"],
                         [p["text"] for p in self.run_json("--handler", "money", "--deploy-payload", "made")["printed"]])
        self.assertEqual(["deployed with b'made'\n"],
                         [p["text"] for p in self.run_json("--handler", "deploy", "--deploy-payload", "made")["printed"]])

    def test_options_that_make_no_sense_are_refused(self):
        for arguments, said in ((("--sender", "bob"), "--sender must be an address"), (("--balance", "-1"), "--balance must be a number"),
                                (("--balance", "1e3"), "--balance must be a number"),
                                (("--balance", str(2**64)), "--balance must be a number from 0 to 18446744073709551615"),
                                (("--handler", "deploy", "--payload", "a", "--deploy-payload", "b"), "give one")):
            handler = () if "--handler" in arguments else ("--handler", "add")
            status, out, err = lariat("pvm", "run", self.actor, *handler, *arguments)
            self.assertEqual((2, ""), (status, out), arguments)
            self.assertIn(said, err)


if __name__ == "__main__":
    unittest.main()
