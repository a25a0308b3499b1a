"""The determinism check notices one changed byte, a changed status and a crash."""
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
import check_determinism  # noqa: E402


class Comparison(unittest.TestCase):
    def compare(self, *scripts):
        with tempfile.TemporaryDirectory() as folder:
            commands = {}
            for number, script in enumerate(scripts):
                path = Path(folder, f"build{number}")
                path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
                path.chmod(0o755)
                commands[path.name] = [path]
            return check_determinism.compare(commands, Path(folder, "t.jsonl"))

    def test_equal_outputs_agree(self):
        self.assertEqual("", self.compare("echo one; echo two", "echo one; echo two"))

    def test_a_changed_byte_is_named(self):
        self.assertIn("build0 and build1 (run 1): line 2, byte 1: b'wo' against b'oo'",
                      self.compare("echo one; echo two", "echo one; echo too"))

    def test_an_output_that_changes_between_two_runs_is_found(self):
        self.assertIn("build0 (run 2)", self.compare('echo "$0 $$"'))

    def test_a_changed_status_is_found(self):
        self.assertIn("exit status 0 against 1", self.compare("exit 0", "exit 1"))

    def test_a_crash_of_every_build_is_no_agreement(self):
        self.assertIn("ended with status -6", self.compare("kill -ABRT $$", "kill -ABRT $$"))


if __name__ == "__main__":
    unittest.main()
