"""Tests of tools/run_tests.py: it counts the results and the crashes of test programs."""
import contextlib
import io
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
import gtest  # noqa: E402
import run_tests  # noqa: E402

GTEST_OUTPUT = """[==========] Running 4 tests from 1 test suite.
[ RUN      ] A.Works
[       OK ] A.Works (0 ms)
[ RUN      ] A.Skips
[  SKIPPED ] A.Skips (0 ms)
[ RUN      ] A.Fails
a_test.cpp:3: Failure
[  FAILED  ] A.Fails (1 ms)
[ RUN      ] R/A.Row/0
[  FAILED  ] R/A.Row/0, where GetParam() = 7 (0 ms)
[  PASSED  ] 1 test.
[  FAILED  ] 2 tests, listed below:
[  FAILED  ] A.Fails
[  FAILED  ] R/A.Row/0, where GetParam() = 7
"""


class Counting(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.tally = run_tests.Tally()
        self.said = self.enterContext(contextlib.redirect_stdout(io.StringIO()))

    def counts(self):
        return self.tally.passed, self.tally.failed, self.tally.skipped

    def program(self, output, status):
        path = self.folder / "test_fake"
        path.write_text(f"#!/bin/sh\ncat <<'END'\n{output}END\nexit {status}\n", encoding="utf-8")
        path.chmod(0o755)
        return path

    def python_file(self, body):
        path = run_tests.ROOT / "build/run_tests_probe"
        path.mkdir(parents=True, exist_ok=True)
        self.addCleanup(lambda: [p.unlink() for p in path.glob("*.py")] and path.rmdir())
        path = path / "test_probe.py"
        path.write_text("import unittest\nclass T(unittest.TestCase):\n" + body, encoding="utf-8")
        return path

    def test_each_gtest_counts_once(self):
        result = gtest.run_program(self.program(GTEST_OUTPUT, 1), {})
        self.assertEqual((1, 2, 1), (result.passed, result.failed, result.skipped))
        self.assertEqual(["A.Fails", "R/A.Row/0"], [name for name, _ in result.failures])
        self.assertEqual(["a_test.cpp:3: Failure"], result.failures[0][1])

    def test_a_crash_inside_a_gtest_is_a_failure_that_names_it(self):
        result = gtest.run_program(self.program("[ RUN      ] A.Crashes\nboom\n", 139), {})
        self.assertEqual((0, 1), (result.passed, result.failed))
        self.assertIn("status 139 in A.Crashes", result.failures[0][0])

    def test_a_program_that_ends_badly_after_its_tests_is_a_failure(self):
        result = gtest.run_program(self.program("[ RUN      ] A.Works\n[       OK ] A.Works (0 ms)\n", 1), {})
        self.assertEqual((1, 1), (result.passed, result.failed))

    def test_counts_of_a_program_are_added(self):
        run_tests.run_counted(self.tally, "x", [str(self.program("5 passed, 0 failed, 2 skipped\n", 0))])
        self.assertEqual((5, 0, 2), self.counts())

    def test_a_program_without_counts_is_one_test(self):
        run_tests.run_counted(self.tally, "x", [str(self.program("fine\n", 0))])
        run_tests.run_counted(self.tally, "y", [str(self.program("bad\n", 3))])
        self.assertEqual((1, 1, 0), self.counts())
        self.assertEqual(["y"], self.tally.failures)

    def test_a_bad_status_is_a_failure_whatever_was_counted(self):
        run_tests.run_counted(self.tally, "x", [str(self.program("5 passed, 0 failed, 0 skipped\n", 1))])
        self.assertEqual((5, 1, 0), self.counts())

    def test_a_program_that_ran_nothing_is_a_failure(self):
        run_tests.run_counted(self.tally, "x", [str(self.program("0 passed, 0 failed, 0 skipped\n", 0))])
        self.assertEqual((0, 1, 0), self.counts())

    def test_output_of_a_failed_program_never_passes_for_the_closing_line(self):
        run_tests.run_counted(self.tally, "x", [str(self.program("1 passed, 1 failed, 0 skipped\n", 1))])
        self.assertNotRegex(self.said.getvalue(), r"(?m)^\d+ passed, \d+ failed")

    def test_python_tests_are_counted_one_by_one(self):
        run_tests.run_unittest(self.tally, self.python_file(
            "    def test_a(self):\n        pass\n"
            "    def test_b(self):\n        self.fail()\n"
            "    def test_c(self):\n        raise ValueError\n"
            "    def test_d(self):\n        self.skipTest('not here')\n"))
        self.assertEqual((1, 2, 1), self.counts())

    def test_a_python_file_that_does_not_load_is_a_failure(self):
        run_tests.run_unittest(self.tally, self.python_file("    syntax error\n"))
        self.assertEqual((0, 1, 0), self.counts())

    def test_a_python_file_without_tests_is_a_failure(self):
        run_tests.run_unittest(self.tally, self.python_file("    pass\n"))
        self.assertEqual((0, 1, 0), self.counts())

    def test_a_build_beside_the_tests_is_awaited_and_then_judged(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (folder / "tools").mkdir()
        script = folder / "tools/build.sh"
        script.write_text(f"#!/bin/sh\necho $* >> {folder}/said\nsleep 0.2\n[ $1 != bad ]\n")
        script.chmod(0o755)
        with unittest.mock.patch.object(run_tests, "ROOT", folder):
            run_tests.build_meanwhile([("good", ["one", "two"]), ("bad", ["three"])])
            self.assertTrue(run_tests.build(self.tally, "good", "one"))
            self.assertFalse(run_tests.build(self.tally, "bad", "three"))
        said = (folder / "said").read_text().splitlines()
        self.assertEqual("good one two", said[0])
        self.assertEqual(["bad three", "bad three", "good one", "good one two"], sorted(said))
        self.assertEqual((1, 1, 0), self.counts())


if __name__ == "__main__":
    unittest.main()
