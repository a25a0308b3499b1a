"""Tests of tools/check_commits.py: length and form of commit subjects."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
import check_commits  # noqa: E402

GOOD, LATER = "lane: bound the work of a rename", "docs: describe the trace format"
OLD = "Everything that was written before the rule."


class Subjects(unittest.TestCase):
    def test_a_layer_an_imperative_and_72_characters_pass(self):
        for subject in (GOOD, LATER, "pvm, tests: pass keywords on", "tools: process files in turn", "c++: need less", "x: " + "y" * 69):
            self.assertIsNone(check_commits.wrong_with(subject), subject)

    def test_other_forms_are_refused_with_the_reason(self):
        for subject, reason in (("x: " + "y" * 70, "73 characters, at most 72"), ("Bound the work of a rename", "the form is"),
                                ("Lane: bound it", "the form is"), ("lane:bound it", "the form is"), ("lane: bound it.", "no full stop"),
                                ("lane: Bound it", "capital"), ("lane: bounded it", "imperative"), ("lane: bounding it", "imperative"),
                                ("lane: bounds it", "imperative"), ("", "the form is")):
            self.assertIn(reason, check_commits.wrong_with(subject) or "", subject)


class Repositories(unittest.TestCase):
    def setUp(self):
        self.root = Path(self.enterContext(tempfile.TemporaryDirectory())).resolve()

    def git(self, *arguments, root=None):
        identity = ["-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "init.defaultBranch=main", "-c", "commit.gpgsign=false"]
        return subprocess.run(["git", "-C", str(root or self.root), *identity, *arguments], check=True, capture_output=True,
                              text=True).stdout.strip()

    def commit(self, *subjects):
        for subject in subjects:
            self.git("commit", "--allow-empty", "-m", subject)
        return self.git("rev-parse", "HEAD")

    def make(self):
        self.git("init")
        return self.commit(OLD)

    def test_commits_up_to_the_first_are_not_judged(self):
        first = self.make()
        self.commit(GOOD, LATER)
        self.assertEqual(([], f"commits: 2 checked, since {first[:9]}; 0 refused"), check_commits.check(self.root, first))
        self.commit("Other words")
        wrong, closing = check_commits.check(self.root, first)
        self.assertEqual(1, len(wrong))
        self.assertIn("Other words", wrong[0])
        self.assertTrue(closing.endswith("1 refused"))

    def test_since_a_tag_older_commits_are_not_judged_again(self):
        first = self.make()
        self.commit("Wrong, but released")
        self.git("tag", "-a", "v1", "-m", "v1")
        self.assertEqual(([], "commits: 0 checked, since v1; 0 refused"), check_commits.check(self.root, first))
        self.commit("Wrong again")
        self.assertEqual(1, len(check_commits.check(self.root, first)[0]))

    def test_in_a_shallow_clone_the_commits_that_are_there_are_judged(self):
        first = self.make()
        self.commit("Wrong, and cut off", GOOD)
        clone = self.root / "clone"
        self.git("clone", "--depth", "1", f"file://{self.root}", str(clone))
        self.assertEqual(([], "commits: 1 checked, of this shallow clone; 0 refused"), check_commits.check(clone, first))

    def test_where_nothing_can_be_judged_it_says_why(self):
        with self.assertRaisesRegex(check_commits.Skipped, "not a git repository"):
            check_commits.check(self.root)
        self.make()
        with self.assertRaisesRegex(check_commits.Skipped, "is not in the history"):
            check_commits.check(self.root)
        inside = self.root / "unpacked"
        inside.mkdir()
        with self.assertRaisesRegex(check_commits.Skipped, "no git repository"):
            check_commits.check(inside)


if __name__ == "__main__":
    unittest.main()
