"""Tests of the lariat command as a process: exit statuses, options, messages, completions."""
import subprocess
import tempfile
import unittest
from pathlib import Path

from program import LARIAT, json_lines, lariat, trace

ADA, ACTOR = "0x" + "a1" * 20, "0x" + "b2" * 20
GENESIS = {"genesis": {
    "accounts": [{"address": ADA, "balance": "100000000"}],
    "actors": [{"address": ACTOR, "balance": "100000000", "handlers": {
        "handle_timer": [{"set": ["beat", "x"]}, {"schedule": {"height": "+2", "payload": ""}}],
        "start": [{"schedule": {"height": "+2", "payload": ""}}]}}]}}
START = {"block": {"txs": [{"from": ADA, "call": {"actor": ACTOR, "handler": "start"}}]}}
HEARTBEAT = trace(GENESIS, START, {"blocks": 5})
COMMANDS = ("replay", "demo", "check", "pvm", "verify", "db", "completions", "version")


class CommandLine(unittest.TestCase):
    def test_help_everywhere_names_the_exit_statuses_and_succeeds(self):
        for command in ([], *[[c] for c in COMMANDS]):
            status, out, err = lariat(*command, "--help")
            self.assertEqual((0, ""), (status, err), command)
            self.assertIn("Usage: lariat", out)
        for command in ([], ["replay"], ["demo"], ["check"], ["verify"], ["db"], ["db", "check"], ["pvm"], ["pvm", "run"],
                        ["db", "export"]):
            self.assertIn("Exit status:\n  0 ", lariat(*command, "--help")[1], command)

    def test_version_for_people_and_as_json(self):
        self.assertRegex(lariat("version")[1], r"^lariat \d+\.\d+\.\d+\n$")
        self.assertEqual(lariat("version")[1], lariat("--version")[1])
        (line,) = json_lines(lariat("version", "--json")[1])
        self.assertEqual(["name", "version"], list(line))

    def test_a_wrong_command_line_ends_with_2_and_names_what_is_wrong(self):
        for arguments, named in ((["--nope"], "--nope"), (["nonsense"], "nonsense"), (["replay", "--nope", "x"], "--nope"),
                                 (["replay"], "TRACE"), (["replay", "a", "b"], "b"), (["demo", "--blocks", "0"], "--blocks"),
                                 (["demo", "--blocks", "x"], "--blocks"), (["demo", "--speed", "0"], "--speed"),
                                 (["demo", "--json", "--trace"], "--json"), (["completions", "tcsh"], "tcsh"),
                                 (["check"], "FILE"), ([], "command is missing")):
            status, out, err = lariat(*arguments)
            self.assertEqual((2, ""), (status, out), arguments)
            self.assertIn(named, err, arguments)

    def test_output_that_cannot_be_written_is_no_success(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([LARIAT, "replay", "-"], input=HEARTBEAT, stdout=full, stderr=subprocess.PIPE, text=True,
                                  check=False)
        self.assertEqual(2, done.returncode)
        self.assertIn("could not be written", done.stderr)


class Replay(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def file(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")
        return str(self.folder / name)

    def test_a_file_and_standard_input_give_a_line_for_each_block(self):
        status, out, err = lariat("replay", self.file("t.jsonl", HEARTBEAT))
        self.assertEqual((0, ""), (status, err))
        self.assertEqual([1, 2, 3, 4, 5, 6], [line["height"] for line in json_lines(out)])
        self.assertEqual((0, out, ""), lariat("replay", "-", stdin=HEARTBEAT))

    def test_a_missing_file_or_a_folder_is_refused_by_name(self):
        for path in (str(self.folder / "none.jsonl"), str(self.folder)):
            status, out, err = lariat("replay", path)
            self.assertEqual((2, ""), (status, out))
            self.assertIn("cannot read " + path, err)
        status, _, err = lariat("replay", self.file("t.jsonl", HEARTBEAT), "--expect", str(self.folder / "none"))
        self.assertEqual(2, status)
        self.assertIn("none", err)

    def test_quiet_prints_the_last_line_only(self):
        lines = lariat("replay", "-", stdin=HEARTBEAT)[1].splitlines()
        self.assertEqual(lines[-1] + "\n", lariat("replay", "--quiet", "-", stdin=HEARTBEAT)[1])

    def test_fields_prints_these_and_no_others(self):
        for arguments in (["--fields", "height,fired", "-"], ["-", "--fields", "height,fired"]):
            status, out, _ = lariat("replay", *arguments, stdin=HEARTBEAT)
            self.assertEqual(0, status)
            self.assertEqual([["height", "fired"]] * 6, [list(line) for line in json_lines(out)])

    def test_expect_is_silent_about_what_is_equal_and_about_what_is_not_stated(self):
        expected = self.file("e.jsonl", trace(*[{"height": h} for h in range(1, 7)]))
        self.assertEqual((0, ""), lariat("replay", "-", "--expect", expected, stdin=HEARTBEAT)[::2])

    def test_expect_lets_another_implementation_have_its_own_count_of_moves(self):
        expected = self.file("e.jsonl", trace(*[{"height": h, "used": {"moves": 12345}} for h in range(1, 7)]))
        self.assertEqual((0, ""), lariat("replay", "-", "--expect", expected, stdin=HEARTBEAT)[::2])

    def test_expect_ends_with_1_and_names_block_field_expected_and_got(self):
        lines = [{"height": h} for h in range(1, 7)]
        lines[2]["fired"] = [{"status": "revert"}]
        status, _, err = lariat("replay", "-", "--expect", self.file("e.jsonl", trace(*lines)), stdin=HEARTBEAT)
        self.assertEqual(1, status)
        for word in ("block 3", "fired[0].status", "revert", "ok"):
            self.assertIn(word, err)

    def test_expect_with_too_few_or_too_many_lines_ends_with_1(self):
        for n, word in ((5, "more"), (7, "fewer")):
            expected = self.file("e.jsonl", trace(*[{"height": h} for h in range(1, n + 1)]))
            status, _, err = lariat("replay", "-", "--expect", expected, stdin=HEARTBEAT)
            self.assertEqual(1, status)
            self.assertIn(word, err)

    def test_a_malformed_expected_line_is_a_difference_that_names_file_and_line(self):
        for line, says in (("{", "malformed JSON"), ("[1]", "an expected line must be an object, got [1]"), ("7", "must be an object"),
                           ('{"height": 1, "height": 1}', "height"), ("[" * 70 + "]" * 70, "deeper")):
            expected = self.file("e.jsonl", '{"height": 1}\n\n' + line + "\n")
            status, out, err = lariat("replay", "-", "--expect", expected, stdin=HEARTBEAT)
            self.assertEqual((1, 1), (status, len(out.splitlines())), line)
            self.assertTrue(err.startswith(f"lariat replay: {expected}: line 3: "), err)
            self.assertIn(says, err)

    def test_a_failed_assert_ends_with_1_and_names_line_and_field(self):
        status, out, err = lariat("replay", "-", stdin=HEARTBEAT + trace({"assert": {"live": 7}}, {"blocks": 1}))
        self.assertEqual(1, status)
        self.assertEqual(6, len(json_lines(out)))
        for word in ("line 4", "live", "expected 7", "got 1"):
            self.assertIn(word, err)

    def test_an_error_names_file_line_and_key(self):
        for line, words in (('{"blocks": 1, "x": 2}', ["line 2"]), ('{"block": {"tsx": []}}', ["line 2", "tsx"]),
                            ('{"blocks": -1}', ["line 2", "blocks"]), ("{", ["line 2"]), ('{"blocks": 1.5}', ["line 2", "blocks"]),
                            ('{"block": {"txs": [{"from": "0x12"}]}}', ["line 2", "from", "0x12"]),
                            ('{"block": {"txs": [{"from": "' + ADA + '", "drop": "a"}]}}', ["line 2", "label", '"a"']),
                            ('{"rollback": 2}', ["line 2", "rollback"])):
            path = self.file("bad.jsonl", '{"blocks": 1}\n' + line + "\n")
            status, out, err = lariat("replay", path)
            self.assertEqual(2, status, line)
            self.assertEqual(1, len(json_lines(out)), line)  # what came before the bad line stands
            for word in [path, *words]:
                self.assertIn(word, err, line)

    def test_state_is_kept_for_the_next_process(self):
        whole = json_lines(lariat("replay", "-", stdin=HEARTBEAT)[1])
        state = str(self.folder / "state")
        first = json_lines(lariat("replay", "--state", state, "-", stdin=trace(GENESIS, START, {"blocks": 1}))[1])
        second = json_lines(lariat("replay", "--state", state, "-", stdin=trace({"blocks": 2}, {"restart": True}, {"blocks": 2}))[1])
        self.assertEqual(whole, first + second)

    def test_a_state_directory_in_use_by_a_chain_takes_no_second_genesis(self):
        state = str(self.folder / "state")
        self.assertEqual(0, lariat("replay", "--state", state, "-", stdin=HEARTBEAT)[0])
        status, out, err = lariat("replay", "--state", state, "-", stdin=HEARTBEAT)
        self.assertEqual((2, ""), (status, out))
        self.assertIn("holds a chain already", err)

    def test_a_state_directory_that_cannot_be_made_is_refused(self):
        status, _, err = lariat("replay", "--state", self.file("plain", "x") + "/state", "-", stdin=HEARTBEAT)
        self.assertEqual(2, status)
        self.assertIn("plain", err)

    def test_rollback_reaches_as_far_as_blocks_are_kept(self):
        back = HEARTBEAT + trace({"rollback": 4}, {"blocks": 1})
        self.assertEqual(3, json_lines(lariat("replay", "--quiet", "-", stdin=back)[1])[0]["height"])
        status, _, err = lariat("replay", "--keep-blocks", "3", "-", stdin=back)
        self.assertEqual(2, status)
        self.assertIn("line 4", err)


class Check(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = str(Path(folder.name) / "actor.py")

    def check(self, source, *arguments):
        Path(self.path).write_text(source, encoding="utf-8")
        return lariat("check", self.path, *arguments)

    def test_what_a_chain_would_accept_is_accepted(self):
        self.assertEqual((0, f"{self.path}: accepted, 36 bytes\n", ""), self.check("def handle_timer(payload):\n    pass\n"))
        (line,) = json_lines(self.check("def f(payload):\n    pass\n", "--json")[1])
        self.assertEqual({"file": self.path, "accepted": True, "bytes": 25}, line)

    def test_the_address_is_where_a_deployment_puts_the_actor(self):
        source = "def ping(payload):\n    return payload\n"
        for salt in ("", "blue", "0x00ff"):
            (line,) = json_lines(self.check(source, "--json", "--from", ADA, "--salt", salt)[1])
            deploy = {"from": ADA, "deploy": {"python": source}, "salt": salt}
            call = {"from": ADA, "call": {"actor": line["address"], "handler": "ping"}}
            status, _, err = lariat("replay", "-", stdin=trace(GENESIS, {"block": {"txs": [deploy, call]}},
                                                               {"assert": {"receipts": [{"status": "ok"}, {"status": "ok"}]}}))
            self.assertEqual((0, ""), (status, err))

    def test_a_refusal_names_line_column_and_reason(self):
        status, out, err = self.check("def f(payload):\n    return 1.5\n")
        self.assertEqual((1, ""), (status, out))
        self.assertRegex(err, r"actor\.py: line 2, column 12: .*float")
        status, out, err = self.check("def f(payload:\n", "--json")
        (line,) = json_lines(out)
        self.assertEqual((1, False, ["file", "accepted", "line", "column", "reason"]), (status, line["accepted"], list(line)))

    def test_sources_that_are_not_text_or_too_long_are_refused(self):
        Path(self.path).write_bytes(b"x = '\xff'\n")
        self.assertEqual(1, lariat("check", self.path, "--json")[0])
        self.assertEqual(1, self.check("#" * (256 * 1024) + "\n")[0])

    def test_wrong_arguments_are_refused_by_name(self):
        for arguments, named in ((["--from", "0x12"], "--from"), (["--salt", "0x1", "--from", ADA], "--salt"), (["--salt", "blue"], "--from")):
            status, _, err = self.check("x = 1\n", *arguments)
            self.assertEqual(2, status)
            self.assertIn(named, err)
        self.assertEqual(2, lariat("check", self.path + ".none")[0])


if __name__ == "__main__":
    unittest.main()
