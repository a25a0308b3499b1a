"""Tests of lariat pvm as a process: run, check and test, as text and JSON."""
import tempfile
import unittest
from pathlib import Path

from program import json_lines, lariat, trace

COUNTER = """import pvm_host


class Counter:
    def deploy(self):
        self.storage["count"] = 0

    def add(self, payload):
        self.storage["count"] = self.storage["count"] + int(payload)
        pvm_host.emit_event("count", str(self.storage["count"]).encode())
        return payload

    def later(self, payload):
        timer = pvm_host.schedule_timer(pvm_host.block_height() + 2, payload)
        pvm_host.send_message(self.address, b"hello", gas=5_000, cells=50)
        return timer

    def undo(self, payload):
        pvm_host.cancel_timer(payload)

    def spend(self, payload):
        pvm_host.transfer(bytes(20), int(payload))

    def endless(self, payload):
        self.storage["count"] = 99
        while True:
            pass

    def handle_timer(self, payload):
        self.add(payload)

    def handle_message(self, payload):
        self.storage[("seen", 1)] = payload
        self.storage[b"\\xff"] = [1, None]
"""


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.counter = self.file("counter.py", COUNTER)

    def file(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")
        return str(self.folder / name)


class Run(Folder):
    def run_json(self, *arguments, status=0):
        got, out, err = lariat("pvm", "run", self.counter, "--json", *arguments)
        self.assertEqual((status, ""), (got, err))
        (line,) = json_lines(out)
        return line

    def test_a_handler_is_run_behind_deploy_and_its_effects_are_told(self):
        status, out, err = lariat("pvm", "run", self.counter, "--handler", "add", "--payload", "5")
        self.assertEqual((0, ""), (status, err))
        self.assertRegex(out, r"^add: ok, \d+ cycles, 14 cells\nreturned 5\nevent count 5\n$")
        line = self.run_json("--handler", "add", "--payload", "0x35")
        self.assertEqual(("ok", "0x35", [{"topic": "count", "data": "0x35"}]), (line["status"], line["returned"], line["events"]))

    def test_the_profile_and_what_is_outside_the_lines_are_all_cycles_and_looking_on_costs_nothing(self):
        plain = self.run_json("--handler", "add", "--payload", "5")["cycles"]
        line = self.run_json("--handler", "add", "--payload", "5", "--profile", "--trace")
        self.assertEqual(plain, line["cycles"])
        self.assertLessEqual(sum(entry["cycles"] for entry in line["profile"]), plain)
        self.assertGreater(sum(entry["cycles"] for entry in line["profile"]), plain - len(COUNTER) // 4 - 30)
        writes = {entry["line"]: entry for entry in line["profile"]}[9]
        self.assertGreaterEqual(writes["cycles"], 200 + 10)
        self.assertEqual(1, writes["times"])
        left = [step["cycles_left"] for step in line["trace"]]
        self.assertEqual(sorted(left, reverse=True), left)
        self.assertEqual([9, 10, 11], [step["line"] for step in line["trace"]][-3:])
        told = lariat("pvm", "run", self.counter, "--handler", "add", "--payload", "5", "--profile")[1].splitlines()
        cycles = [int(row.split()[0]) for row in told[1:] if row[:1] == " "]
        self.assertEqual(plain, sum(cycles))

    def test_a_trace_has_the_lines_that_are_run_and_the_profile_how_often(self):
        source = self.file("lines.py", "def go(p):\n    for c in 'ab':\n        if c == 'a':\n            continue\n        n = 0\n"
                           "    for i in range(0):\n        n = never()\n    while False:\n        n = 1\n"
                           "    while n < 2:\n        n += 1\n    return b''\n")
        status, out, err = lariat("pvm", "run", source, "--handler", "go", "--json", "--trace", "--profile")
        self.assertEqual((0, ""), (status, err))
        (ran,) = json_lines(out)
        self.assertEqual([1, 2, 3, 4, 2, 3, 5, 2, 6, 8, 10, 11, 10, 11, 10, 12], [step["line"] for step in ran["trace"]])
        times = {line["line"]: line["times"] for line in ran["profile"] if line["line"]}
        self.assertEqual({1: 1, 2: 3, 3: 2, 4: 1, 5: 1, 6: 1, 8: 1, 10: 3, 11: 2, 12: 1}, times)

    def test_cycles_below_nothing_are_refused(self):
        status, _, err = lariat("pvm", "run", self.counter, "--handler", "add", "--cycles", "-1")
        self.assertEqual(2, status)
        self.assertIn('--cycles must be a whole number from 0 to 9223372036854775807, got "-1"', err)

    def test_a_failure_shows_its_traceback_with_source_and_ends_with_1(self):
        status, out, err = lariat("pvm", "run", self.counter, "--handler", "add", "--payload", "x")
        self.assertEqual(1, status)
        self.assertEqual(["Traceback (most recent call last):", f'  File "{self.counter}", line 9, in add',
                          '    self.storage["count"] = self.storage["count"] + int(payload)',
                          "ValueError: invalid literal for int() with base 10: b'x'"], err.splitlines())
        self.assertRegex(out, r"^add: revert ValueError, \d+ cycles, 1 cells\n$")
        line = self.run_json("--handler", "endless", "--cycles", "3000", status=1)
        self.assertEqual(("out_of_cycles", 3000), (line["status"], line["cycles"]))

    def test_what_cannot_be_run_ends_with_2_and_says_why(self):
        for arguments, named in (([str(self.folder / "none.py")], "cannot read"), ([self.counter], "name a handler"),
                                 ([self.counter, "--handler", "nope"], "no handler nope; there is add, deploy"),
                                 ([self.file("own.py", "def _own(p): pass\ndef go(p): pass\n"), "--handler", "_own"],
                                  "no handler _own; there is go"),
                                 ([self.counter, "--handler", "add", "--payload", "0xz"], "--payload"),
                                 ([self.file("bad.py", "x = 0.5\n")], "line 1, column 5")):
            status, out, err = lariat("pvm", "run", *arguments)
            self.assertEqual((2, ""), (status, out), arguments)
            self.assertIn(named, err, arguments)


HANDLER = "\ndef go_on(p): pass\n"  # without one a source is refused for that too


class Check(Folder):
    def places(self, source):
        status, out, err = lariat("pvm", "check", self.file("source.py", source + HANDLER), "--json")
        *lines, last = json_lines(out)
        self.assertEqual((1 if lines else 0, ""), (status, err))
        self.assertEqual((len(lines), not lines), (last["refusals"], last["accepted"]))
        return [(line["line"], line["column"]) for line in lines]

    def test_everything_that_would_be_refused_is_told_once_where_it_stands(self):
        self.assertEqual([], self.places(COUNTER))
        for source, places in (
                ("import os\nfrom sys import path\nx = 1.5 + 2e-3\n", [(1, 8), (2, 1), (3, 5), (3, 11)]),
                ("def go(p):\n    input(eval(p), float(p))\n    return open(p)\n", [(2, 5), (2, 11), (2, 20), (3, 12)]),
                ("from json import loads, nonsense\nx = 3j\nfrom .a import b\ny = 4j\n", [(1, 25), (2, 5), (3, 1), (4, 5)]),
                ("x = (\n    open('f'),\n    0.5,\n)\nimport os\n", [(2, 5), (3, 5), (5, 8)]),
                ("def f():\n    import os\n    break\n    x = 1.0\n", [(2, 12), (3, 5), (4, 9)])):
            self.assertEqual(places, self.places(source), source)

    def summary(self, source):
        *lines, last = json_lines(lariat("pvm", "check", "--json", self.file("source.py", source + HANDLER))[1])
        return [(line["line"], line["column"]) for line in lines], last["whole"]

    def test_behind_each_refusal_everything_is_looked_at(self):
        for source, places in (
                ("async def f(p):\n    x = 0.5\n    await g(p)\n    async with p: eval(p)\n    return [a async for a in p]\nimport os\n",
                 [(1, 1), (2, 9), (3, 5), (4, 5), (4, 19), (5, 15), (6, 8)]),
                ("import os, sys, re\nimport json, os.path as p, enum; import sys\n", [(1, 8), (1, 12), (1, 17), (2, 14), (2, 41)]),
                ("from json import (no, loads,  # and, not\n  nay, never as n)\nfrom enum import (no,)\n", [(1, 19), (2, 3), (2, 8), (3, 19)]),
                ("import os; x = 0.5; from os import a; y = open\n", [(1, 8), (1, 16), (1, 21), (1, 43)]),
                ("from cowboy_sdk import actor\n@actor\nclass A: pass\n@actor\nclass B:\n    x = 0.5\n@actor\nclass C:\n    y = eval\n",
                 [(5, 1), (6, 9), (8, 1), (9, 9)]),
                ("'''doc\nimport os '''; x = '#;' + open; y = \"\\\"\"; import os\n", [(2, 27), (2, 50)])):
            self.assertEqual((places, True), self.summary(source), source)

    def test_where_a_statement_or_a_header_went_with_what_was_refused_the_rest_is_looked_at_and_that_is_said(self):
        for source, places in (
                ("def f(a, a=open):\n    import os\n    return 0.5\n", [(1, 10), (2, 12), (3, 12)]),
                ("if (f(b=1,\n      b=2)):\n    import os\nfor a in f(b=1, b=2):\n    break\n    x = 0.5\n", [(2, 7), (3, 12), (4, 17), (6, 9)]),
                ("class A(x=1, x=2):\n    y = eval\ndel f(); return open\n", [(1, 14), (2, 9), (3, 5), (3, 10), (3, 17)]),
                ("try:\n    pass\nexcept f(b=1, b=2):\n    import os\n", [(3, 15), (4, 12)]),
                ("x = = open\ny = 0.5\n", [(1, 5), (2, 5)])):
            self.assertEqual((places, False), self.summary(source), source)

    def test_a_column_is_right_behind_tabs_other_letters_a_byte_order_mark_and_every_kind_of_line_end(self):
        told = lariat("pvm", "check", self.file("tabs.py", "if 1:\n\tinput(1)\n\tx = 'é\t' + open\n" + HANDLER))[1].splitlines()
        self.assertEqual(["    \tinput(1)", "    \t^"], told[1:3])
        self.assertEqual(["    \tx = 'é\t' + open", "    \t      \t    ^"], told[5:7])
        (self.folder / "ends.py").write_bytes(b"\xef\xbb\xbfx = 0.5\rimport os, sys\r\ny = 0.5\n" + HANDLER.encode())
        *lines, last = json_lines(lariat("pvm", "check", "--json", str(self.folder / "ends.py"))[1])
        self.assertEqual([(1, 5), (2, 8), (2, 12), (3, 5)], [(line["line"], line["column"]) for line in lines])
        self.assertTrue(last["whole"])

    def test_what_is_missing_around_a_statement_is_told_once_and_what_is_behind_it_is_looked_at(self):
        for source, told in (("def f():\nx = open\n", ["expected an indented block", "'open'"]),
                             ("x = (1,\nimport sys\ny = 1.5\n", ["'(' was never closed", "invalid syntax", "floats"]),
                             ("try:\n  pass\nx = open\n", ["expected 'except' or 'finally' block", "'open'"])):
            *refusals, summary = json_lines(lariat("pvm", "check", "--json", self.file("gap.py", source))[1])
            self.assertEqual((len(told), False), (len(refusals), summary["whole"]), source)
            for reason, refusal in zip(told, refusals):
                self.assertIn(reason, refusal["reason"])

    def test_a_statement_behind_several_syntax_errors_is_looked_at(self):
        source = "def f(a b):\n    x = eval\n    y = = 1\nelse:\n    import os\nz = 'open\nimport sys\n"
        self.assertEqual(([(1, 9), (2, 9), (3, 9), (5, 12), (6, 5), (7, 8)], False), self.summary(source))

    def test_no_more_than_200_refusals_are_told_and_too_much_code_once(self):
        for source, told in (("import os\n" * 20_000, range(200, 201)), ("import os\n" * 300, range(200, 201)),
                             ("from typing import *\n" * 12_400, range(1, 2))):
            *refusals, summary = json_lines(lariat("pvm", "check", "--json", self.file("long.py", source + HANDLER))[1])
            self.assertIn(len(refusals), told)
            self.assertFalse(summary["whole"])
        self.assertIn("refusals; there may be more\n", lariat("pvm", "check", self.file("long.py", "import os\n" * 300))[1])

    def test_a_refusal_for_people_shows_the_line_and_a_hint(self):
        status, out, _ = lariat("pvm", "check", self.file("source.py", "def go(p):\n    open(p)\n"))
        self.assertEqual(1, status)
        self.assertRegex(out, r"line 2, column 5: 'open'.*\n {8}open\(p\)\n {8}\^\n    hint: an actor reads nothing but.*\n1 refusal\n$")

    def test_source_without_a_handler_is_refused_by_check_pvm_check_pvm_run_and_a_deployment_alike(self):
        for source, reason in (
                ("", "line 1, column 1: no handlers: an actor is a class with methods"),
                ("# a plan\n", "line 1, column 1: no handlers"),
                ("def _later(p): pass\n", "line 1, column 1: no handlers: functions whose names begin with _ cannot be called"),
                ("x = 1\nclass A: pass\n", "line 2, column 1: class 'A' is the actor and defines no handler: add a method"),
                ("class A:\n    def go(self, p): pass\nclass B:\n    def go(self, p): pass\n",
                 "line 1, column 1: no class is marked as the actor: put @actor, from cowboy_sdk, above 'A'")):
            path = self.file("none.py", source)
            said = [lariat(*command, path) for command in (("check",), ("pvm", "check"), ("pvm", "run", "--handler", "go"))]
            self.assertEqual([1, 1, 2], [status for status, _, _ in said])
            for _, out, err in said:
                self.assertIn(reason, out + err, source)
            ada = "0x" + 20 * "61"
            genesis = {"accounts": [{"address": ada, "balance": "1000000"}]}
            deployment = {"block": {"txs": [{"from": ada, "deploy": {"python": source}}]}}
            (block,) = json_lines(lariat("replay", "-", stdin=trace({"genesis": genesis}, deployment))[1])
            self.assertEqual(("revert", "CodeRefused"), (block["receipts"][0]["status"], block["receipts"][0]["error"]))
            placed = {"actors": [{"address": ada, "balance": "0", "python": source}]}
            status, _, err = lariat("replay", "-", stdin=trace({"genesis": placed}))
            self.assertEqual((2, True), (status, reason in err), err)

    def test_the_lack_of_handlers_is_told_beside_other_refusals(self):
        *refusals, _ = json_lines(lariat("pvm", "check", "--json", self.file("both.py", "import os\nx = eval\n"))[1])
        self.assertEqual([(1, 1), (1, 8), (2, 5)], [(r["line"], r["column"]) for r in refusals])

    def test_a_file_that_is_missing_ends_with_2(self):
        self.assertEqual(2, lariat("pvm", "check", str(self.folder / "none.py"))[0])


class Tests(Folder):
    def run_tests(self, source, *arguments):
        self.file("test_it.py", "from lariat_test import CallFailed, chain, raises\n" + source)
        status, out, err = lariat("pvm", "test", str(self.folder), "--json", *arguments)
        *lines, last = json_lines(out)
        self.assertEqual("", err)
        self.assertEqual(sum(line["passed"] for line in lines), last["passed"])
        self.assertEqual(0 if last["failed"] == 0 else 1, status)
        return {line["test"]: line for line in lines}

    def assert_passes(self, body):
        source = "def test_it():\n    c = chain.deploy('counter.py')\n" + "".join(f"    {line}\n" for line in body)
        self.assertEqual(None, self.run_tests(source)["test_it"].get("traceback"))

    def test_storage_events_messages_timers_and_money_can_be_looked_at(self):
        self.assert_passes(["assert c.call('add', b'5') == b'5' and c.storage == {'count': 5} and c.events == [('count', b'5')]",
                            "assert c.state[b'count'] == b'\\x05' and c.cycles > 400"])
        self.assert_passes(["timer = c.call('later', b'7')",
                            "assert [(t['id'], t['height'], t['payload']) for t in c.timers] == [(timer, 4, b'7')]",
                            "assert [(m['target'], m['payload'], m['gas'], m['cells']) for m in c.messages] == [(c.address, b'hello', 5000, 50)]",
                            "assert c.storage == {'count': 0, ('seen', 1): b'hello', b'\\xff': [1, None]} and chain.height == 2",
                            "assert chain.advance() == [] and len(c.timers) == 1",
                            "assert chain.advance() == [] and c.timers == [] and c.storage['count'] == 7 and chain.height == 4"])
        self.assert_passes(["timer = c.call('later', b'7')", "c.call('undo', timer)", "assert c.timers == []",
                            "with raises('TimerNotFound'): c.call('undo', timer)"])
        self.assert_passes(["assert c.balance == 10**12", "c.balance = 100", "c.call('spend', b'60')", "assert c.balance == 40",
                            "with raises('InsufficientBalance'): c.call('spend', b'60')",
                            "c.balance = 2**60", "c.call('spend', b'60')", "assert c.balance == 2**60 - 60 and chain.height == 6"])
        self.assert_passes(["c.call('later', b'x')", "assert chain.advance(3) == ['handle_timer: ValueError']"])

    def test_a_failed_call_leaves_nothing_behind(self):
        self.assert_passes(["with raises('out_of_cycles') as r: c.call('endless', gas=5000)", "assert c.storage == {'count': 0}",
                            "assert r.error.status == 'out_of_cycles' and c.cycles == 5000",
                            "with raises(CallFailed) as r: c.call('add', b'x')",
                            "assert r.error.error == 'ValueError' and 'line 9, in add' in r.error.traceback",
                            "with raises('no_handler'): c.call('nope')"])

    def test_each_test_has_a_chain_of_its_own_and_failures_are_counted(self):
        found = self.run_tests("n = []\n"
                               "def test_a():\n    n.append(chain.deploy('counter.py').call('add', b'1')); assert n == [b'1']\n"
                               "def test_b():\n    n.append(1); assert n == [1] and chain.height == 0\n"
                               "def test_c():\n    assert chain.deploy('counter.py').storage['count'] == 1, 'no'\n"
                               "def test_d():\n    chain.deploy('none.py')\n"
                               "def test_e():\n    chain.deploy('counter.py').call('add', b'x')\n"
                               "def helper():\n    pass\n")
        self.assertEqual([True, True, False, False, False], [found["test_" + name]["passed"] for name in "abcde"])
        self.assertEqual(f'Traceback (most recent call last):\n  File "{self.folder}/test_it.py", line 8, in test_c\n'
                         "    assert chain.deploy('counter.py').storage['count'] == 1, 'no'\nAssertionError: no\n0 == 1\n", found["test_c"]["traceback"])
        self.assertEqual("InvalidInput", found["test_d"]["error"])
        self.assertIn(f'In the actor:\n\nTraceback (most recent call last):\n  File "{self.folder}/counter.py", line 9, in add\n',
                      found["test_e"]["traceback"])
        self.assertEqual(["test_b"], list(self.run_tests("def test_a(): pass\ndef test_b(): pass\n", "--only", "_b")))

    def test_for_people_there_is_a_line_for_each_and_a_summary(self):
        self.file("test_it.py", "def test_good(): pass\ndef test_bad(): 1 // 0\n")
        status, out, _ = lariat("pvm", "test", str(self.folder))
        self.assertEqual(1, status)
        self.assertRegex(out, r"FAILED  .*test_it.py::test_bad\nTraceback[^$]*ZeroDivisionError: integer division or modulo by zero\n"
                              r"ok      .*test_it.py::test_good\n1 passed, 1 failed\n$")

    def test_one_file_may_be_named_instead_of_its_folder(self):
        self.file("test_it.py", "from lariat_test import chain\ndef test_good(): chain.deploy('counter.py')\n")
        self.file("test_other.py", "def test_bad(): 1 // 0\n")
        status, out, _ = lariat("pvm", "test", str(self.folder / "test_it.py"))
        self.assertEqual((0, "1 passed, 0 failed"), (status, out.splitlines()[-1]))
        status, _, err = lariat("pvm", "test", self.file("actor.py", "def go(p): pass\n"))
        self.assertEqual(2, status)
        self.assertRegex(err, "no test was run: .*actor.py has none\n$")

    def test_a_test_file_that_is_refused_fails_and_a_folder_without_tests_is_an_error(self):
        self.assertEqual(2, lariat("pvm", "test", str(self.folder))[0])
        self.assertEqual(2, lariat("pvm", "test", str(self.folder / "none"))[0])
        self.file("test_it.py", "x = 0.5\n")
        status, out, _ = lariat("pvm", "test", str(self.folder))
        self.assertEqual(1, status)
        self.assertIn("line 1, column 5: float", out)

    def test_no_actor_reaches_the_chain_of_a_test(self):
        for module in ("lariat_test", "_chain", "_classes"):
            status, _, err = lariat("check", self.file("actor.py", f"import {module}\n"))
            self.assertEqual(1, status)
            self.assertIn("not allowed", err)


if __name__ == "__main__":
    unittest.main()
