"""Runs programs as actors: ordinary ones give the results of CPython 3.11, hostile ones end at a limit, others are refused.

programs/   must equal CPython            later/     must equal CPython or be refused at deployment
refused/    `# refused` at deployment, or `# raises: TypeName` when called, or `# refused | TypeName`: either
hostile/    first line: the statuses that are accepted; the next transaction of the block must run

known_differences.txt   programs that still differ, each with an error where CPython has a value or another message:
                        skipped while they differ, failed once they agree, so that the list shrinks"""
import os
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import chain_run
from chain_run import address_of, block, call, deploy, genesis, outcome, refusal_reason, replay
from difference import first_difference

HERE = Path(__file__).resolve().parent
AT_ONCE = 24                  # programs in one replay
HOSTILE_SECONDS_MAX = 20      # for safety only: cycles are the bound
HOSTILE_CYCLES = 10_000_000
BLOCK_CYCLES = 40_000_000
FRIENDLY = 'import pvm_host\n\n\ndef go(payload):\n    pvm_host.emit_event("out", b"still here")\n'


def known_differences():
    lines = (HERE / "known_differences.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split(maxsplit=1) for line in lines if line)


def files(folder):
    return sorted((HERE / folder).glob("*.py"))


KNOWN = known_differences()


def sentence(path):
    return path.stem


class Programs(unittest.TestCase):
    """Everything is run once, in few processes; the tests look at what came out."""
    expected, placed, got = {}, {}, {}

    @classmethod
    def setUpClass(cls):
        paths = files("programs") + files("later")
        cls.expected = chain_run.run_under_cpython(paths)
        batches = [paths[n:n + AT_ONCE] for n in range(0, len(paths), AT_ONCE)]
        for batch in batches:
            sources = [(path.read_text(encoding="utf-8"), sorted(cls.expected[str(path)])) for path in batch]
            for path, (placed, called) in zip(batch, chain_run.run_on_chain(sources)):
                cls.placed[path], cls.got[path] = placed, called

    def compare(self, path):
        source = path.read_text(encoding="utf-8")
        for handler, expected in self.expected[str(path)].items():
            self.assertTrue(handler, f"{path.name} does not run under CPython: {expected}")
            difference = first_difference(source, expected, self.placed[path], self.got[path][handler])
            self.assertIsNone(difference, f"\n{path.parent.name}/{path.name}, {handler}: {difference}")

    def judge(self, path):
        name = f"{path.parent.name}/{path.name}"
        if name not in KNOWN:
            self.compare(path)
            return
        try:
            self.compare(path)
        except AssertionError as difference:
            self.assertRegex(str(difference), r"lariat: +(revert \w+|\w+Error: .*)\s*\Z", "a value, not an error, differs")
            self.skipTest(f"differs: {KNOWN[name]}")
        self.fail(f"{name} agrees now: take it out of known_differences.txt")

    def test_known_differences_name_programs(self):
        self.assertEqual([], [name for name in KNOWN if not (HERE / name).is_file()])

    def is_refused(self, path):
        return (self.placed[path]["status"], self.placed[path]["error"]) == ("revert", "CodeRefused")

    def test_there_are_programs_and_each_handler_emits_or_raises(self):
        self.assertGreaterEqual(len(self.expected), 120)
        for path, handlers in self.expected.items():
            for handler, expected in handlers.items():
                self.assertTrue(expected["events"] or expected["status"] == "revert", (path, handler))


def program_test(path):
    return lambda self: self.judge(path)


def later_test(path):
    return lambda self: None if self.is_refused(path) else self.judge(path)


for program in files("programs"):
    setattr(Programs, f"test_BLK1_{sentence(program)}_is_as_in_cpython", program_test(program))
for program in files("later"):
    setattr(Programs, f"test_BLK1_{sentence(program)}_is_as_in_cpython_or_refused", later_test(program))


class Refused(unittest.TestCase):
    placed, called = {}, {}

    @classmethod
    def setUpClass(cls):
        paths = files("refused")
        runs = chain_run.run_on_chain([(path.read_text(encoding="utf-8"), ["go"]) for path in paths])
        for path, (placed, called) in zip(paths, runs):
            cls.placed[path], cls.called[path] = placed, called["go"]

    def judge(self, path):
        first = path.read_text(encoding="utf-8").partition("\n")[0]
        placed, called = self.placed[path], self.called[path]
        if first.startswith("# refused") and ("|" not in first or placed["status"] != "ok"):
            self.assertEqual(("revert", "CodeRefused"), (placed["status"], placed["error"]), f"{path.name}, called: {called}")
            status, said = refusal_reason(path.read_bytes())
            self.assertEqual(1, status, said)
            self.assertRegex(said, r"line \d+", path.name)
            return
        self.assertEqual(("ok", ""), (placed["status"], placed["error"]), f"{path.name}: {refusal_reason(path.read_bytes())}")
        kind = first.rpartition("|" if "|" in first else ":")[2].strip()
        self.assertEqual("revert", called["status"], path.name)
        if kind != "any error":
            self.assertEqual(kind, called["error"], path.name)

    def refuse(self, source, name):
        (placed, _), = chain_run.run_on_chain([(source, [])])
        self.assertEqual(("revert", "CodeRefused"), (placed["status"], placed["error"]), name)

    def test_there_are_sources_to_refuse(self):
        self.assertGreaterEqual(len(self.placed), 40)

    def test_source_that_is_no_utf8_is_refused_with_its_line(self):
        for bad in (b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82", b"\x80"):
            status, said = refusal_reason(b"# one\nx = '" + bad + b"'\ndef go(payload):\n    return b''\n")
            self.assertEqual(1, status, (bad, said))
            self.assertIn("line 2", said, bad)

    def test_source_with_a_nul_is_refused(self):
        self.refuse("x = 1\n\0\ndef go(payload):\n    return b''\n", "nul")

    def test_source_of_10_megabytes_is_refused(self):
        self.refuse("# long\n" * 1_500_000 + "def go(payload):\n    return b''\n", "comments")
        self.refuse("x = [" + "1," * 5_000_000 + "]\ndef go(payload):\n    return b''\n", "one line")

    def test_source_above_256_kibibytes_is_refused_and_at_it_accepted(self):
        body = FRIENDLY
        for size, status in ((256 * 1024, "ok"), (256 * 1024 + 1, "revert")):
            source = "#" * (size - len(body) - 1) + "\n" + body
            (placed, _), = chain_run.run_on_chain([(source, [])])
            self.assertEqual(status, placed["status"], size)

    def test_nesting_of_10000_levels_is_refused(self):
        deep = 10_000
        for name, text in (("parentheses", "(" * deep + "1" + ")" * deep), ("lists", "[" * deep + "]" * deep),
                           ("dicts", "{1:" * deep + "1" + "}" * deep), ("minus", "-" * deep + "1"), ("not", "not " * deep + "1"),
                           ("calls", "f(" * deep + ")" * deep), ("lambdas", "lambda: " * deep + "1"),
                           ("conditionals", "1 if 1 else " * deep + "1"), ("power", "1**" * deep + "1"),
                           ("invert", "~" * deep + "1"), ("fstring", "f'{" * deep + "1" + "}'" * deep),
                           ("unclosed", "(" * deep), ("subscripts", "x[" * deep + "0" + "]" * deep)):
            self.refuse(f"def go(payload):\n    x = {text}\n", name)

    def test_long_chains_are_refused_or_run_as_in_cpython(self):
        for name, text in (("sum", "1" + "+1" * 2_000), ("and", "1" + " and 1" * 2_000), ("compare", "1" + "<2" * 2_000),
                           ("attributes", "payload" + ".x" * 2_000), ("calls", "payload" + "()" * 2_000)):
            source = f"import pvm_host\ndef go(payload):\n    x = {text}\n    pvm_host.emit_event('out', str(x).encode())\n"
            (placed, called), = chain_run.run_on_chain([(source, ["go"])])
            self.assertIn((placed["status"], placed["error"]), [("ok", ""), ("revert", "CodeRefused")], name)
            if placed["status"] == "ok":
                want = {"sum": "2001", "and": "1", "compare": "False"}.get(name)
                have = [bytes.fromhex(data).decode() for _, data in called["go"]["events"]]
                self.assertEqual([want] if want else [], have, name)

    def test_deeply_indented_blocks_are_refused(self):
        lines = [" " * n + "if 1:" for n in range(1, 1_001)]
        self.refuse("def go(payload):\n" + "\n".join(lines) + "\n" + " " * 1_001 + "pass\n", "indented")


for source_path in files("refused"):
    setattr(Refused, f"test_{sentence(source_path)}", (lambda path: lambda self: self.judge(path))(source_path))


class Hostile(unittest.TestCase):
    """Each runs in a process of its own, so that one that breaks it is named."""
    results = {}

    @classmethod
    def setUpClass(cls):
        with ThreadPoolExecutor(max_workers=min(2, os.cpu_count() or 1)) as pool:
            paths = files("hostile")
            cls.results = dict(zip(paths, pool.map(cls.run_one, paths)))

    @staticmethod
    def run_one(path):
        source = path.read_text(encoding="utf-8")
        friend = deploy(FRIENDLY, "friend", 1_000_000)
        try:
            return replay([genesis(BLOCK_CYCLES), block(friend, deploy(source, "bomb", HOSTILE_CYCLES)),
                           block(call(address_of(source, "bomb"), "go", HOSTILE_CYCLES, 1_000_000),
                                 call(address_of(FRIENDLY, "friend"), "go", 500_000, 50_000))], HOSTILE_SECONDS_MAX)
        except chain_run.ReplayFailed as failure:
            return failure

    def judge(self, path):
        result = self.results[path]
        self.assertNotIsInstance(result, chain_run.ReplayFailed, f"{path.name}: {result}")
        accepted = path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ").replace("|", " ").split()
        placed, called = result[0]["receipts"][1], result[1]["receipts"][0]
        judged = called if placed["status"] == "ok" else placed  # a bomb at module level may go off when deployed
        if "CodeRefused" in accepted and placed.get("error") == "CodeRefused":
            return
        self.assertNotEqual("CodeRefused", placed.get("error"), f"{path.name}: {refusal_reason(path.read_bytes())}")
        self.assertIn(judged["status"], accepted, (path.name, judged))
        self.assertGreater(judged["cycles"], 0, path.name)
        self.assertGreater(int(judged["fee"]), 0, path.name)
        self.assertLessEqual(judged["cycles"], HOSTILE_CYCLES, path.name)
        if judged["status"] == "out_of_cycles":
            self.assertEqual(HOSTILE_CYCLES, judged["cycles"], path.name)
        self.assertEqual("ok", result[1]["receipts"][1]["status"], path.name)
        self.assertEqual([["out", b"still here".hex()]], outcome(result[1]["receipts"][1], result[1]["events"])["events"])

    def test_there_are_hostile_actors(self):
        self.assertGreaterEqual(len(self.results), 30)


for bomb in files("hostile"):
    setattr(Hostile, f"test_BLK8_{sentence(bomb)}_is_bounded_and_charged", (lambda path: lambda self: self.judge(path))(bomb))


if __name__ == "__main__":
    unittest.main()
