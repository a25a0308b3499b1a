"""The sensitivity analysis, without the packages that it takes from PyPI."""
import sys
import unittest
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import sim_sensitivity  # noqa: E402


def effect(output, factor, size):
    return {"output": output, "factor": factor, "mu_star": str(size)}


class Sobol(unittest.TestCase):
    def test_SIM14_sobol_takes_the_four_assumptions_with_the_largest_effects(self):
        effects = [effect("gain", "elasticity", 0.4), effect("gain", "balance", 0.5), effect("gain", "share", 0.1),
                   effect("gain", "load", 0.2), effect("gain", "spread", 0.3), effect("swing", "elasticity", 40),
                   effect("swing", "balance", 0), effect("swing", "share", 30), effect("swing", "load", 10),
                   effect("swing", "spread", 10)]
        # 1.8, 1.0, 0.95, 0.85 and 0.65 of the largest effects.
        self.assertEqual(["elasticity", "spread", "share", "balance"],
                         [name for name, *_ in sim_sensitivity.top_factors(effects)])

    def test_SIM14_assumptions_that_a_sample_leaves_alone_are_those_of_the_scenario(self):
        values = sim_sensitivity.values_of([0.7], (("spread", 0.1, 1.5, ""),))
        self.assertEqual(sim_sensitivity.FIXED | {"spread": 0.7}, values)
        settings = sim_sensitivity.settings(values, 1)
        self.assertEqual((600, 0, 79, 9, 1, "1.5000"), tuple(settings[path] for path in (
            "hb.count", "cron.count", "honest.fires", "attacker.fires", "attacker.count", "honest.activity")))
        self.assertIn("[sim]", sim_sensitivity.scenario_text([values]))

    def test_SIM14_points_beyond_those_of_one_file_have_files_of_their_own(self):
        seen = []

        def run(_lariat, points, scenario, _jobs):
            seen.append((scenario.name, len(points)))
            totals = {"classes": {"attacker": {"first": 1, "asked": 2}}, "lane_basefee": {"p5": "1", "p95": "10"}}
            return {(at, attackers): [totals] for at in range(len(points)) for attackers in sim_sensitivity.ATTACKERS}

        points = [sim_sensitivity.FIXED] * (2 * sim_sensitivity.POINTS_OF_A_FILE + 1)
        with mock.patch.object(sim_sensitivity, "run", run), mock.patch("builtins.print"):
            results = sim_sensitivity.results_at("lariat", points, Path("out/sobol.toml"), 1)
        self.assertEqual([("sobol.toml", 384), ("sobol_2.toml", 384), ("sobol_3.toml", 1)], seen)
        self.assertEqual([{"split_gain": 0.0, "log10_swing": 1.0}] * len(points), results)


if __name__ == "__main__":
    unittest.main()
