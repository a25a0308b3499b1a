"""The table of exit statuses (docs/decisions/0025): every command, every status that it can end with."""
import json
import resource
import shutil
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

from program import LARIAT, lariat, trace

ADA = "0x" + "a1" * 20
GENESIS = {"genesis": {"accounts": [{"address": ADA, "balance": "100000000"}]}}


class ExitStatuses(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.trace = cls.file("good.jsonl", trace(GENESIS, {"blocks": 3}, {"query": {"proof": {"storage": [ADA, "key"]}}}))
        cls.state = str(cls.folder / "state")
        status, out, err = lariat("replay", cls.trace, "--state", cls.state)
        assert status == 0, err
        cls.proof = cls.file("proof.json", out.splitlines()[-1] + "\n")
        cls.root = json.loads(out.splitlines()[2])["state_root"]
        cls.damaged = str(cls.folder / "damaged")
        shutil.copytree(cls.state, cls.damaged)
        log = max(Path(cls.damaged).glob("log.*"))
        data = bytearray(log.read_bytes())
        (Path(cls.damaged) / "index").unlink()
        for at in range(64, 400):
            data[at] ^= 0x55
        log.write_bytes(data)
        cls.actor = cls.file("actor.py", "def handle_timer(payload):\n    pass\n")
        cls.wrong_actor = cls.file("wrong.py", "def handle_timer(payload):\n    return 1.5\n")
        cls.failing_actor = cls.file("failing.py", "def go(payload):\n    return 1 // 0\n")
        cls.passing = cls.file("passing/test_a.py", "def test_a():\n    assert 1 == 1\n")
        cls.failing = cls.file("failing/test_b.py", "def test_b():\n    assert 1 == 2\n")
        cls.snapshot = str(cls.folder / "snapshot")
        assert lariat("db", "export", cls.state, cls.snapshot)[0] == 0
        data = bytearray(Path(cls.snapshot).read_bytes())
        data[-1] ^= 1
        cls.bad_snapshot = str(cls.folder / "bad_snapshot")
        Path(cls.bad_snapshot).write_bytes(data)
        cls.none = str(cls.folder / "none")

    @classmethod
    def file(cls, name, text):
        path = cls.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return str(path)

    def ends(self, status, *arguments, stdin=""):
        got, out, err = lariat(*arguments, stdin=stdin)
        self.assertEqual(status, got, (arguments, out[-300:], err))
        (self.assertEqual if status == 0 else self.assertNotEqual)("", err if status != 1 else err + out, arguments)
        if status in (2, 74):
            self.assertTrue(err.startswith("lariat"), (arguments, err))
        for leak in ("json.exception", "terminate called", "CLI::"):
            self.assertNotIn(leak, err)

    def test_0_is_the_end_of_each_command_that_succeeds(self):
        for arguments in (["replay", self.trace], ["demo", "--blocks", "2", "--no-wait"], ["check", self.actor],
                          ["pvm", "check", self.actor], ["pvm", "run", self.actor], ["pvm", "test", self.passing],
                          ["verify", self.proof, self.root], ["db", "check", self.state], ["db", "stats", self.state],
                          ["db", "export", self.state, self.none + "1"], ["db", "import", self.snapshot, self.none + "2"],
                          ["db", "compact", self.none + "2"], ["completions", "bash"], ["help"], ["help", "db", "check"], ["version"],
                          ["-V"], ["--version"], ["--help"], ["db", "check", "--help"]):
            self.ends(0, *arguments)

    def test_1_is_the_end_of_each_check_that_fails(self):
        other_lines = self.file("expected.jsonl", trace({"height": 7}))
        for arguments in (["replay", self.trace, "--expect", other_lines], ["check", self.wrong_actor],
                          ["pvm", "check", self.wrong_actor], ["pvm", "run", self.failing_actor], ["pvm", "test", self.failing],
                          ["verify", self.proof, "0x" + "00" * 32], ["db", "import", self.bad_snapshot, self.none + "3"]):
            self.ends(1, *arguments)
        self.ends(1, "replay", "-", stdin=trace({"blocks": 1}, {"assert": {"height": 2}}))

    def test_2_is_the_end_of_each_command_line_or_input_that_cannot_be_taken(self):
        groups = ([], ["db"], ["pvm"])
        commands = (["replay"], ["demo"], ["check"], ["verify"], ["completions"], ["help"], ["version"], ["pvm", "check"],
                    ["pvm", "run"], ["pvm", "test"], ["db", "check"], ["db", "stats"], ["db", "compact"], ["db", "export"],
                    ["db", "import"])
        for group in groups:
            self.ends(2, *group)
            self.ends(2, *group, "nonsense")
        for command in commands:
            self.ends(2, *command, "--nonsense")
        for command in commands:
            if command not in (["demo"], ["help"], ["version"]):
                self.ends(2, *command)
        for arguments in (["replay"], ["check"], ["pvm", "check"], ["pvm", "run"], ["pvm", "test"], ["db", "check"], ["db", "stats"],
                          ["db", "compact"]):
            self.ends(2, *arguments, self.none)
        for arguments in (["verify", self.none, self.root], ["db", "export", self.none, self.none + "4"],
                          ["db", "import", self.none, self.none + "4"], ["help", "nonsense"], ["completions", "tcsh"],
                          ["verify", self.actor, self.root], ["replay", self.actor], ["demo", "--blocks", "0"]):
            self.ends(2, *arguments)
        self.assertFalse(Path(self.none).exists())

    def test_74_is_the_end_of_each_command_that_meets_a_damaged_state(self):
        for command in ("check", "stats", "compact"):
            self.ends(74, "db", command, self.damaged)
        self.ends(74, "db", "export", self.damaged, self.none + "5")
        status, out, err = lariat("replay", "-", "--state", self.damaged, stdin=trace({"blocks": 1}))
        self.assertEqual((74, ""), (status, out))
        self.assertIn(self.damaged + "/log.", err)

    def test_74_is_the_end_of_a_replay_whose_state_cannot_be_written(self):
        def small_files():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # so that the write fails
            resource.setrlimit(resource.RLIMIT_FSIZE, (16384, 16384))
        state = str(self.folder / "full")
        done = subprocess.run([LARIAT, "replay", "-", "--state", state], input=trace({"blocks": 2000}), capture_output=True, text=True,
                              check=False, preexec_fn=small_files)
        self.assertEqual(74, done.returncode)
        self.assertRegex(done.stderr, rf"^lariat replay: {state}/log\.\d+ at \d+: cannot write: File too large\n$")
        status, out, _ = lariat("db", "stats", state, "--json")
        self.assertEqual((0, len(done.stdout.splitlines())), (status, json.loads(out)["height"]))

    def test_every_help_shows_the_table(self):
        for command in ([], ["replay"], ["demo"], ["check"], ["verify"], ["db"], ["db", "check"], ["db", "stats"], ["db", "compact"],
                        ["db", "export"], ["db", "import"], ["pvm"], ["pvm", "run"], ["pvm", "check"], ["pvm", "test"]):
            text = " ".join(lariat(*command, "--help")[1].split())
            self.assertTrue(text.startswith("Usage: ") or "Usage: lariat" in text, command)
            for part in ("0 success", "1 a check failed", "2 ", "74 ", "130 "):
                self.assertIn(part, text[text.index("Exit status:"):], command)


class WrongCommandLines(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def refused(self, *arguments, says, stdin=""):
        status, out, err = lariat(*arguments, stdin=stdin)
        self.assertEqual((2, ""), (status, out), arguments)
        self.assertIn(says, err, arguments)
        return err

    def test_an_unknown_command_or_option_suggests_the_nearest(self):
        self.refused("repaly", says="did you mean replay?")
        self.refused("db", "chekc", says="did you mean check?")
        self.refused("replay", "x", "--exepct", "y", says="did you mean --expect?")
        self.refused("help", "verfy", says="did you mean verify?")
        self.assertNotIn("did you mean", self.refused("xylophone", says='no command "xylophone"'))

    def test_a_wrong_value_is_told_in_words_with_the_value_and_what_was_wanted(self):
        for arguments, says in ((["demo", "--blocks", "0"], '--blocks must be a whole number from 1 to 1000000, got "0"'),
                                (["demo", "--blocks", "many"], '--blocks must be a whole number from 1 to 1000000, got "many"'),
                                (["replay", "-", "--keep-blocks", "-3"], '--keep-blocks must be a whole number from 0 to'),
                                (["replay", "-", "--keep-blocks", "9" * 20], '--keep-blocks must be a whole number from 0 to'),
                                (["completions", "tcsh"], 'SHELL must be one of bash,zsh,fish, got "tcsh"'),
                                (["replay"], "the argument TRACE is missing"), (["replay", "a", "b"], 'one argument too many: "b"'),
                                (["replay", "-", "--fields"], "the option --fields needs a value"),
                                (["replay", "-", "--quiet=x"], "the option --quiet takes no value"),
                                (["demo", "--json", "--trace"], "--json and --trace cannot be used together"),
                                ([], "a command is missing; there are replay, "), (["db"], "a command is missing; there are check, ")):
            self.assertTrue(self.refused(*arguments, says=says).endswith(" --help\n"))

    def test_help_of_an_unknown_command_says_what_there_is_and_where_to_look(self):
        for words, says in ((["nosuch"], 'lariat help: there is no command "nosuch"; there are replay, demo, '),
                            (["db", "nosuch"], 'there is no command "nosuch"; there are check, stats, '),
                            (["db", "chekc"], 'there is no command "chekc"; did you mean check?\nTry lariat db --help\n'),
                            (["replay", "x"], 'lariat replay has no commands of its own, got "x"\nTry lariat replay --help\n')):
            self.assertTrue(self.refused("help", *words, says=says).endswith(" --help\n"))

    def test_help_has_no_words_of_the_library_and_fits_a_terminal(self):
        commands = [[], ["replay"], ["demo"], ["check"], ["verify"], ["node"], ["completions"], ["help"], ["version"], ["pvm"],
                    ["pvm", "run"], ["pvm", "check"], ["pvm", "test"], ["db"], ["db", "check"], ["db", "stats"], ["db", "compact"],
                    ["db", "export"], ["db", "import"]]
        for command in commands:
            text = lariat(*command, "--help")[1]
            for word in ("REQUIRED", "Needs:", "Excludes:", "Positionals", "SUBCOMMAND", "UINT", "TEXT ", ":{", " ..."):
                self.assertNotIn(word, text, command)
            self.assertLessEqual(max(len(line) for line in text.splitlines()), 80, command)
        for command, row in ((["db", "check"], "  DIR  "), (["replay"], "  --state DIR  "), (["replay"], "  --keep-blocks N  "),
                             (["pvm", "run"], "  --sender ADDRESS  "), ([], "  -h, --help  ")):
            self.assertIn("\n" + row, lariat(*command, "--help")[1])
        self.assertRegex(lariat("replay", "--help")[1], r"--keep-blocks N +\S[^\[]* \[16384\]\n")

    def test_help_with_a_command_prints_that_help(self):
        for words in (["replay"], ["db"], ["db", "check"], ["pvm", "run"]):
            self.assertEqual(lariat(*words, "--help")[1], lariat("help", *words)[1], words)
        self.assertEqual(lariat("--help")[1], lariat("help")[1])
        for words in (["replay"], ["db", "check"]):
            self.assertIn("Usage: lariat " + " ".join(words), lariat("help", *words)[1])

    def test_a_state_directory_without_a_name_is_refused(self):
        self.refused("replay", "-", "--state", "", says="--state must name a directory", stdin='{"blocks": 1}\n')

    def test_a_folder_that_is_not_empty_and_holds_no_chain_is_refused_and_left_alone(self):
        (self.folder / "letters.txt").write_text("dear", encoding="utf-8")
        said = self.refused("replay", "-", "--state", str(self.folder), stdin='{"blocks": 1}\n',
                            says=f"{self.folder} is not empty and holds no chain: it has letters.txt")
        self.assertNotIn("line 1", said)
        self.assertEqual(["letters.txt"], [p.name for p in self.folder.iterdir()])

    def test_a_query_of_a_chain_that_is_not_there_is_refused_and_makes_none(self):
        state = self.folder / "mistyped"
        for line in ({"query": {"account": ADA}}, {"assert": {"height": 1}}, {"rollback": 1}, {"restart": True}):
            self.refused("replay", "-", "--state", str(state), stdin=trace(line),
                         says=f"lariat replay: {state} holds no chain: a trace for a new chain begins with a genesis or a block\n")
        self.assertFalse(state.exists())

    def test_an_empty_folder_is_taken(self):
        self.assertEqual(0, lariat("replay", "-", "--state", str(self.folder), stdin='{"blocks": 1}\n')[0])
        self.assertEqual(0, lariat("replay", "-", "--state", str(self.folder), stdin='{"blocks": 1}\n')[0])

    def test_a_field_that_no_result_line_has_is_refused(self):
        self.refused("replay", "-", "--fields", "height,nosuch", says='no result line has a field "nosuch"')
        self.refused("replay", "-", "--fields", "hieght", says="did you mean height?")

    def test_every_field_of_a_result_line_can_be_asked_for(self):
        line = json.loads(lariat("replay", "-", stdin='{"blocks": 1}\n')[1])
        status, out, err = lariat("replay", "-", "--fields", ",".join([*line, "query", "result"]), stdin='{"blocks": 1}\n')
        self.assertEqual((0, ""), (status, err))
        self.assertEqual(line, json.loads(out))

    def test_expected_lines_that_are_a_directory_are_refused_with_the_reason(self):
        self.refused("replay", "-", "--expect", str(self.folder), says=f"cannot read {self.folder}: Is a directory")

    def test_a_salt_without_a_sender_is_refused(self):
        actor = self.folder / "actor.py"
        actor.write_text("def handle_timer(payload):\n    pass\n", encoding="utf-8")
        self.refused("check", str(actor), "--salt", "blue", says="--from")

    def test_an_error_of_a_state_names_the_state_and_no_line(self):
        plain = self.folder / "plain"
        plain.write_text("x", encoding="utf-8")
        state = str(self.folder / "state")
        lines = trace(GENESIS, {"blocks": 1})
        self.assertEqual(0, lariat("replay", "-", "--state", state, stdin=lines)[0])
        for path, says in ((str(plain), "plain"), (str(plain) + "/x", "Not a directory"), (state, "holds a chain already")):
            self.assertNotIn("line 1", self.refused("replay", "-", "--state", path, stdin=lines, says=says))

    def test_a_reading_error_gives_the_reason(self):
        for command in (["replay"], ["check"], ["pvm", "check"], ["pvm", "run"]):
            self.refused(*command, str(self.folder / "none"), says=f"cannot read {self.folder}/none: No such file or directory")
            self.refused(*command, str(self.folder), says=f"cannot read {self.folder}: Is a directory")


if __name__ == "__main__":
    unittest.main()
