"""tools/run_cluster_bench.py: how it takes turns, and what it makes of the reports. tests/cluster/test_cluster_bench.py runs it."""
import argparse
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import run_cluster_bench  # noqa: E402
from run_cluster_bench import CHECK, LINES, SIDES  # noqa: E402


def reported(value):
    return {**{line.field: value for line in [*LINES, CHECK]}, "in_flight": 8192, "tx_bytes": 136.9, "blocks": 5}


def round_of(lariat, signed, unlocked, plain):
    return dict(zip(SIDES, map(reported, (lariat, signed, unlocked, plain))))


ROUNDS = [round_of(10.0, 20.0, 25.0, 40.0), round_of(30.0, 40.0, 60.0, 30.0), round_of(20.0, 10.0, 20.0, 80.0)]


class Turns(unittest.TestCase):
    def test_every_side_runs_once_in_a_round_and_each_is_first_in_its_turn(self):
        orders = [run_cluster_bench.turns(number) for number in range(len(SIDES))]
        self.assertEqual(set(SIDES), {order[0] for order in orders})
        for order in orders:
            self.assertEqual(set(SIDES), set(order))
        self.assertEqual(orders[0], run_cluster_bench.turns(len(SIDES)))


class Result(unittest.TestCase):
    def test_CLU33_a_ratio_compares_within_a_round(self):
        self.assertEqual([0.5, 0.75, 2.0], run_cluster_bench.ratios(ROUNDS, "kvstore-signed", LINES[0]))
        first = list(run_cluster_bench.lines(ROUNDS))[0]
        self.assertEqual("bench cluster_rate lariat=20 kvstore_signed=20 kvstore_signed_unlocked=25 kvstore=40 unit=tx/s ratio_kvstore_signed=0.75[0.50..2.00] "
                         "ratio_kvstore_signed_unlocked=0.50[0.40..1.00] ratio_kvstore=0.25[0.25..1.00]", first)

    def test_a_line_for_each_figure_and_one_for_the_check(self):
        names = [line.split()[1] for line in run_cluster_bench.lines(ROUNDS[:1])]
        self.assertEqual([line.name for line in [*LINES, CHECK]], names)

    def test_the_section_has_medians_and_what_was_measured(self):
        text = run_cluster_bench.section(ROUNDS, argparse.Namespace(seconds=10), 0.1)
        self.assertIn("| transactions in blocks | tx/s | 20 [10..30] | 20 [10..40] | 25 [20..60] | 40 [30..80] | 0.75 [0.50..2.00] | 0.50 [0.40..1.00] | 0.25 [0.25..1.00] |", text)
        self.assertIn("8,192 transactions of 137 bytes in flight", text)


class Arguments(unittest.TestCase):
    def refused(self, *words):
        done = subprocess.run([sys.executable, str(ROOT / "tools/run_cluster_bench.py"), *words], capture_output=True, text=True, check=False)
        self.assertEqual((2, ""), (done.returncode, done.stdout), words)
        return done.stderr

    def test_CLU33_what_is_written_has_seven_rounds(self):
        self.assertIn("at least 7 rounds", self.refused("--write", "--rounds", "6"))

    def test_numbers_that_measure_nothing_are_refused(self):
        for words in (("--rounds", "0"), ("--seconds", "0"), ("--warm", "-1"), ("--seconds", "nan")):
            self.refused(*words)

    def test_without_the_program_it_says_how_to_build_it(self):
        done = subprocess.run([sys.executable, str(ROOT / "tools/run_cluster_bench.py"), "--program", "nowhere"], capture_output=True, text=True, check=False)
        self.assertEqual((1, ""), (done.returncode, done.stdout))
        self.assertIn("tools/build_cluster.sh --bench", done.stderr)


if __name__ == "__main__":
    unittest.main()
