"""Completion: an interactive bash with the script, and a real Tab on a terminal."""
import os
import pty
import select
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from program import LARIAT, lariat

SECONDS_MAX = 60


def commands_of(*path):
    """The names under the last heading of a help."""
    lines = lariat(*path, "--help")[1].splitlines()
    begin = next(i for i, line in enumerate(lines) if line == "Commands:")
    names = []
    for line in lines[begin + 1:]:
        if not line.startswith("  "):
            break
        if line[2] != " ":
            names.append(line.split()[0])
    return names


class Completions(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.groups = [name for name in commands_of() if "\nCommands:\n" in lariat(name, "--help")[1]]

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def complete(self, *words):
        """What bash offers for the last word."""
        typed = " ".join(f"'{w}'" for w in words)
        script = (f'eval "$({LARIAT} completions bash)"; complete -p lariat > /dev/null || exit 1; '
                  f'COMP_WORDS=({typed}); COMP_CWORD={len(words) - 1}; _lariat; printf "%s\\n" "${{COMPREPLY[@]}}"')
        done = subprocess.run(["bash", "--norc", "-c", script], capture_output=True, text=True, check=False, cwd=self.folder)
        self.assertEqual((0, ""), (done.returncode, done.stderr))
        return done.stdout.split()

    def all_commands(self):
        for name in commands_of():
            yield (name,)
            if name in self.groups:
                for inner in commands_of(name):
                    yield name, inner

    def test_NODE44_bash_offers_every_command_and_those_within(self):
        self.assertEqual(sorted(commands_of()), sorted(self.complete("lariat", "")))
        self.assertLess(70, len(list(self.all_commands())))
        self.assertLess({"db", "pvm", "timer", "dev"}, set(self.groups))
        for group in self.groups:
            self.assertEqual(sorted(commands_of(group)), sorted(self.complete("lariat", group, "")))
            self.assertEqual(sorted(commands_of(group)), sorted(self.complete("lariat", "help", group, "")))
        self.assertEqual(["replay"], self.complete("lariat", "rep"))
        self.assertEqual(["check", "compact"], sorted(self.complete("lariat", "db", "c")))
        self.assertEqual(["bash"], self.complete("lariat", "completions", "b"))

    def test_NODE44_every_option_that_help_shows_is_offered_for_its_command_and_no_other(self):
        for command in ((), *self.all_commands()):
            shown = {next(word for word in line.split() if word.startswith("--"))
                     for line in lariat(*command, "--help")[1].splitlines() if line.startswith("  -")}
            self.assertEqual(shown, set(self.complete("lariat", *command, "--")), command)

    def test_files_are_offered_where_a_file_belongs(self):
        (self.folder / "_trace.jsonl").touch()
        (self.folder / "state").mkdir()
        for words in (("replay",), ("replay", "--expect"), ("check",), ("pvm", "run"), ("pvm", "test"), ("verify",), ("db", "check"),
                      ("db", "import", "x")):
            self.assertEqual(["_trace.jsonl"], self.complete("lariat", *words, "_tr"), words)
        self.assertEqual(["state"], self.complete("lariat", "replay", "--state", "st"))
        for words in (("version",), ("demo",), ("demo", "--blocks"), ("replay", "--fields"), ("completions",), ("help",)):
            self.assertEqual([], self.complete("lariat", *words, "_tr"), words)

    def test_zsh_and_fish_have_scripts_of_their_own(self):
        self.assertTrue(lariat("completions", "zsh")[1].startswith("#compdef lariat\n"))
        fish = lariat("completions", "fish")[1].splitlines()
        self.assertTrue(all(line.startswith("complete -c lariat ") for line in fish))
        for part in ("-l expect -r -F", "-a export", "-l progress"):
            self.assertTrue(any(part in line for line in fish), part)

    def test_a_tab_in_an_interactive_bash_completes(self):
        (self.folder / "my_trace.jsonl").touch()
        (self.folder / "rc").write_text(f'PATH="{os.path.dirname(LARIAT)}:$PATH"\nPS1="ready> "\nsource <(lariat completions bash)\n'
                                        "bind 'set enable-bracketed-paste off'\n", encoding="utf-8")
        leader, follower = pty.openpty()
        shell = subprocess.Popen(["bash", "--noprofile", "--rcfile", "rc", "-i"], stdin=follower, stdout=follower, stderr=follower,
                                 cwd=self.folder, start_new_session=True, env={**os.environ, "TERM": "dumb"})
        os.close(follower)
        self.addCleanup(os.close, leader)
        self.addCleanup(shell.wait)
        self.addCleanup(shell.kill)
        self.shown(leader, "ready> ")
        for typed, completed in (("lariat rep", "lariat replay "), ("lariat db sta", "lariat db stats "),
                                 ("lariat replay my", "lariat replay my_trace.jsonl "),
                                 ("lariat replay --expect my", "--expect my_trace.jsonl "), ("lariat pvm test --on", "test --only ")):
            os.write(leader, typed.encode() + b"\t")
            self.shown(leader, completed)
            os.write(leader, b"\x15")  # erases the line

    def shown(self, leader, text):
        """Reads the terminal until the text has come."""
        seen, deadline = "", time.monotonic() + SECONDS_MAX
        while text not in seen:
            self.assertTrue(select.select([leader], [], [], max(0, deadline - time.monotonic()))[0], (text, seen))
            seen += os.read(leader, 4096).decode(errors="replace")


if __name__ == "__main__":
    unittest.main()
