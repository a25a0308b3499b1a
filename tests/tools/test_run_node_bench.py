"""tools/run_node_bench.py: how it takes turns and judges; and each of its lines with tiny numbers, on our node alone."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import run_node_bench  # noqa: E402
from node_bench_lines import GROUPS, Group, Line, Side, Sizes, better  # noqa: E402
from node_bench_sides import Failed, synced  # noqa: E402
from run_node_bench import Result  # noqa: E402

LARIAT = ROOT / "build/dev/lariat"
NO_GO = 3


class Judgement(unittest.TestCase):
    def test_a_target_without_a_unit_bounds_the_ratio(self):
        for target, theirs, verdict in (("<=0.5", [4.0], "met"), ("<=0.5", [3.9], "missed"), (">=3", [0.6], "met"), (">=3", [0.7], "missed"), ("<=0.5", [], "-")):
            self.assertEqual(verdict, Result(Line("x", "x", "ms", target), [1.0, 2.0, 3.0], theirs).verdict, target)

    def test_a_target_with_a_unit_bounds_our_value(self):
        self.assertEqual(["met", "missed"], [Result(Line("x", "x", "ms", "<=70 ms"), [ours], []).verdict for ours in (70.0, 70.1)])
        self.assertEqual("-", Result(Line("x", "x", "ms"), [1.0], [1.0]).verdict)

    def test_a_result_is_shown_as_a_line_and_as_a_row(self):
        result = Result(Line("x_p50", "some work", "ms", "<=0.5"), [1.0, 3.0, 2.0], [2.0])
        self.assertEqual("bench x_p50 ours=2.000 theirs=2.000 unit=ms ratio=1.00 target=<=0.5 missed", result.text())
        self.assertIn("| some work | ms | 2.000 [1.000..3.000] | 2.000 | 1.00 | <=0.5 **missed** |", list(run_node_bench.table([result])))

    def test_of_two_ways_each_figure_is_the_better_one(self):
        self.assertEqual({"x_p50": 1, "x_rate": 9}, better({"x_p50": 1, "x_rate": 5}, {"x_p50": 2, "x_rate": 9}))


class Turns(unittest.TestCase):
    def test_the_sides_take_turns_and_long_groups_run_once(self):
        ran = []

        def work(side, _):
            ran.append(side.name)
            return {"x": 1.0 if side.is_ours else 2.0}
        groups = [Group("a", [Line("x", "x", "ms")], work), Group("alone", [Line("y", "y", "ms")], lambda side, _: ran.append("alone") or {}, has_peer=False, once=True)]
        sides = [Side(None, True), Side(None, False)]
        (result,), failed = run_node_bench.measure(groups, sides, Sizes(), 2, lambda _: None)
        self.assertEqual({}, failed)
        self.assertEqual(["ours", "anvil", "alone", "anvil", "ours"], ran)
        self.assertEqual(([1.0, 1.0], [2.0, 2.0]), (result.ours, result.theirs))

    def test_a_side_that_fails_has_no_figure_and_the_others_have_theirs(self):
        def work(side, _):
            if not side.is_ours:
                raise Failed("it fell over")
            return {"x": 1.0}
        (result,), failed = run_node_bench.measure([Group("a", [Line("x", "x", "ms")], work)], [Side(None, True), Side(None, False)], Sizes(), 2, lambda _: None)
        self.assertEqual(([1.0, 1.0], []), (result.ours, result.theirs))
        self.assertEqual({("a", "anvil"): "it fell over"}, failed)

    def test_the_names_of_groups_and_lines_are_different(self):
        for names in ([group.name for group in GROUPS], [line.name for group in GROUPS for line in group.lines]):
            self.assertEqual(len(names), len(set(names)))


class Smoke(unittest.TestCase):
    def test_each_line_can_be_measured(self):
        if not LARIAT.exists():
            self.skipTest("build/dev/lariat is not built")
        if not any(shutil.which(go) for go in (os.environ.get("GO", "go"), str(ROOT / "build/go/bin/go"))):
            self.skipTest("there is no Go here: tools/install_go.sh installs it")
        done = subprocess.run([sys.executable, str(ROOT / "tools/run_node_bench.py"), "--smoke", "--json", "--lariat", str(LARIAT)], capture_output=True,
                              text=True, check=False)
        if done.returncode == NO_GO:
            self.skipTest(f"the load generator cannot be built here: {done.stderr.strip().splitlines()[-1]}")
        self.assertEqual(0, done.returncode, done.stderr)
        found = json.loads(done.stdout)["lines"]
        wanted = {line.name for group in GROUPS if group.name != "process" for line in group.lines}
        if not shutil.which("strace"):
            wanted -= {name for name in wanted if name.endswith("_syncs")}
        self.assertLessEqual(wanted, {line["name"] for line in found})
        self.assertEqual({"-"}, {line["verdict"] for line in found}, "nothing is judged by tiny numbers")

    def test_syncs_are_read_from_the_summary_of_strace(self):
        text = "% time     seconds  usecs/call     calls    errors syscall\n 90.00    0.000900          30        30           fdatasync\n 10.00    0.000100          50         2         1 fsync\n"
        with tempfile.TemporaryDirectory() as folder:
            summary = Path(folder, "summary")
            summary.write_text(text, encoding="ascii")
            self.assertEqual(32, synced(summary))


if __name__ == "__main__":
    unittest.main()
