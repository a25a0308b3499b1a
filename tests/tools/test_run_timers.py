"""How tools/run_timers.py takes turns, judges what comes out, and counts for each timer."""
import sys
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
import peer_program  # noqa: E402
import run_bench  # noqa: E402
import run_timers  # noqa: E402
from run_timers import Row  # noqa: E402


def played(row, ours, theirs, rounds=2):
    """Which side came first in each round."""
    firsts = []
    answers = {"peer_calendar": ours, "peer-timers": theirs}
    with mock.patch.object(run_timers, "run", lambda command, _: firsts.append(command[0].name) or dict(answers[command[0].name])):
        for number in range(rounds):
            row.play(seed=number, cpu=0, first=number % 2 == 0)
    return firsts[::2]


OURS = {"insert": 0.2, "cancel": 0.01, "drain": 0.09, "timers": 900_000, "sum": 5}
THEIRS = {"insert": 0.1, "cancel": 0.02, "drain": 0.9, "timers": 900_000, "sum": 5}


class Rows(unittest.TestCase):
    def test_who_is_first_changes_from_round_to_round(self):
        self.assertEqual(["peer_calendar", "peer-timers"], played(Row(1_000_000, "near", "nexus"), OURS, THEIRS))

    def test_figures_are_for_one_timer_of_those_concerned(self):
        row = Row(1_000_000, "far", "nexus")
        played(row, OURS, THEIRS)
        for part, expected in (("insert", 200), ("cancel", 100), ("drain", 100)):
            self.assertAlmostEqual(expected, row.each("ours", part)[0])
        self.assertAlmostEqual(0.1, row.ratio("drain"))
        kind, name, fields = run_bench.parse(list(row.lines())[-1])
        self.assertEqual(("bench", "timers_far_drain_vs_nexus", "0.10"), (kind, name, fields["ratio"]))

    def test_a_wheel_that_cannot_cancel_has_no_such_row_and_drains_all(self):
        row = Row(1_000_000, "far", "hashed_basic")
        played(row, OURS, {**THEIRS, "cancel": 0, "timers": 1_000_000, "sum": 9})
        self.assertEqual(["insert", "drain"], row.parts())

    def test_other_timers_coming_out_end_the_comparison(self):
        with self.assertRaisesRegex(peer_program.Failed, "differs"):
            played(Row(1_000_000, "far", "nexus"), OURS, {**THEIRS, "sum": 6})


if __name__ == "__main__":
    unittest.main()
