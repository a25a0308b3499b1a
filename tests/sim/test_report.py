"""The report: intervals, decisions, and which results it takes."""
import json
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import sim_report  # noqa: E402

TOTALS = {"blocks": 10, "fires": 5, "refused": 0, "lane_cycles": "100", "lane_size": "200", "full_blocks": 0, "empty_blocks": 0,
          "waiting_max": 0, "burned_cycle": "5", "burned_lane": "5", "tips": "1",
          "lane_basefee": {"p0": "1", "p5": "2", "p50": "3", "p95": "8", "p100": "9"},
          "tip_ratio_millionths": {"p0": "0", "p5": "0", "p50": "500000", "p95": "0", "p100": "0"},
          "classes": {"a": {"asked": 4, "first": 1, "fired": 3, "expired": 1, "insolvent": 0, "insolvent_actors": 0, "open": 0,
                            "wait_p50": 0, "wait_p99": 2, "wait_max": 2, "wait_sum": 6, "cycles": "100", "charged": "300", "tips": "1",
                            "weight_sum": 4500, "weight_square_sum": 7250000, "weight_between": 1}}}
SCENARIO = """[sim]
blocks = 10
[chain]
cycle_basefee = "2"
[[population]]
name = "a"
"""


class Report(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.kept = sim_report.SCENARIOS, sim_report.TOTALS
        self.addCleanup(lambda: (setattr(sim_report, "SCENARIOS", self.kept[0]), setattr(sim_report, "TOTALS", self.kept[1])))
        sim_report.SCENARIOS, sim_report.TOTALS = self.folder / "scenarios", self.folder / "totals"
        sim_report.SCENARIOS.mkdir()
        (sim_report.SCENARIOS / "m.toml").write_text(SCENARIO)

    def result(self, name, arm, seed, sha256, first=1):
        totals = json.loads(json.dumps(TOTALS))
        totals["classes"]["a"]["first"] = first
        header = {"scenario": "m", "scenario_sha256": sha256, "arm": arm, "seed": seed}
        (self.folder / name).write_text(json.dumps(header) + "\n" + json.dumps(totals) + "\n")

    def test_SIM15_results_of_another_scenario_file_are_refused(self):
        good = sim_report.sha256_of(sim_report.SCENARIOS / "m.toml")
        self.result("1.jsonl", "x", 1, good)
        self.result("2.jsonl", "x", 2, "0" * 64)
        sim_report.collect(self.folder)
        self.assertEqual({"x": {1}}, dict(sim_report.Totals("m").seeds))

    def test_SIM11_totals_are_divided_as_the_page_says(self):
        self.result("1.jsonl", "x", 1, sim_report.sha256_of(sim_report.SCENARIOS / "m.toml"))
        sim_report.collect(self.folder)
        totals = sim_report.Totals("m")
        for actors, metric, wanted in (("", "utilisation", 0.05), ("", "swing", 4), ("", "lane_p50", 1.5), ("", "tip_p50", 0.5),
                                       ("a", "first", 0.25), ("a", "expired", 0.25), ("a", "wait_mean", 2), ("a", "price", 1.5),
                                       ("a", "w_mean", 1.5)):
            self.assertAlmostEqual(wanted, totals.of("x", actors, metric)[1], places=6, msg=metric)
        self.assertAlmostEqual((7250 / 3000 - 2.25) ** 0.5, totals.of("x", "a", "w_sd")[1], places=6)

    def test_SIM15_decisions_compare_the_interval_of_paired_differences(self):
        good = sim_report.sha256_of(sim_report.SCENARIOS / "m.toml")
        for seed, (one, two) in enumerate(((3, 1), (3, 1), (4, 2), (3, 1)), 1):
            self.result(f"x{seed}.jsonl", "x", seed, good, one)
            self.result(f"y{seed}.jsonl", "y", seed, good, two)
        sim_report.collect(self.folder)
        decision = {"name": "d", "metric": "first", "of": "a", "arm": "x", "than": "y"}
        rows = sim_report.decide("m", sim_report.Totals("m"), [decision | {"above": 0.4}, decision | {"above": 0.6},
                                                               decision | {"arm": "z", "above": 0.0}])
        self.assertEqual(["yes", "no", "not run"], [row[-1] for row in rows])

    def test_SIM11_intervals_are_those_of_student(self):
        mean, half = sim_report.interval([1.0, 2.0, 3.0])
        self.assertAlmostEqual(2.0, mean)
        self.assertAlmostEqual(4.302653 / 3 ** 0.5, half, places=4)


if __name__ == "__main__":
    unittest.main()
