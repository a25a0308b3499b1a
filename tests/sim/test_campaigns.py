"""Scenario files, campaigns and traces of `lariat sim`."""
import json
import subprocess
import sys
import tempfile
import tomllib
import unittest
from pathlib import Path

from scenarios import LARIAT, ROOT, run, scenario, sim

sys.path.insert(0, str(ROOT / "tests/model"))
import differences  # noqa: E402

MARKET = """
[[population]]
name = "hb"
kind = "heartbeat"
count = 20
period = {lognormal = [8, 0.5]}
gas = {lognormal = [40000, 0.5]}
[[population]]
name = "user"
kind = "oneshot"
count = 10
rate = 1.5
activity = 1.5
bid = "own"
tip = {lognormal = [0.1, 1.0]}
gas = {pareto = [20000, 2.3]}
elasticity = 0.2
[[population]]
name = "agents"
kind = "heartbeat"
count = 4
period = {uniform = [5, 15]}
bid = "agent"
tip = 0.2
[[population]]
name = "burst"
kind = "burst"
count = 6
every = 25
fires = 30
gas = 90000
bid = "urgent"
ttl = 40
grind = 4
"""


class Files(unittest.TestCase):
    def refused(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "x.toml"
            path.write_text(text)
            status, out, problems = sim("check", str(path))
            self.assertEqual((2, ""), (status, out))
            return problems

    def test_SIM7_an_unknown_key_is_an_error_with_its_line(self):
        text = scenario(MARKET)
        line = text.splitlines().index('name = "user"') + 1
        problems = self.refused(text.replace('name = "user"', 'name = "user"; colour = 1'.replace("; ", "\n")))
        self.assertIn(f"line {line + 1}: unknown key \"colour\" in population", problems)
        self.assertIn("unknown key \"gain\" in chain", self.refused(scenario(MARKET, chain="gain = 8")))

    def test_SIM7_values_out_of_range_are_refused(self):
        for wrong, why in (('kind = "snail"', "must be one of heartbeat"), ("period = -3", "must be a number from 0"),
                           ("period = {lognormal = [1]}", "list of two numbers")):
            with self.subTest(wrong):
                self.assertIn(why, self.refused(scenario("[[population]]\nname = \"hb\"\n" + wrong)))
        arm = "\n[[arm]]\nname = \"a\"\nset = {nobody.count = 2}\n"
        self.assertIn("nobody", self.refused(scenario(MARKET + arm)))

    def test_SIM7_every_scenario_of_the_repository_is_good(self):
        files = sorted((ROOT / "simulation").rglob("*.toml"))
        self.assertGreaterEqual(len(files), 16)
        for file in files:
            status, out, problems = sim("check", str(file))
            self.assertEqual((0, ""), (status, problems), file)
            self.assertIn("arms", out)

    def test_SIM7_list_names_the_runs_and_which_are_done(self):
        with tempfile.TemporaryDirectory() as folder:
            run(folder, scenario(MARKET, blocks=30), "--seeds", "2")
            _, out, _ = sim("list", str(Path(folder) / "market.toml"), "--out", str(Path(folder) / "out"))
            self.assertEqual(["missing seed 1 base", "done seed 2 base"],
                             [line.split(" ", 1)[1] for line in out.splitlines()])


class Campaigns(unittest.TestCase):
    def test_SIM8_the_same_bytes_whatever_the_number_of_jobs(self):
        text = scenario(MARKET, seeds="1..4")
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as many:
            run(one, text)
            run(many, text, "--jobs", "3")
            files = sorted(p.name for p in (Path(one) / "out").iterdir())
            self.assertEqual(4, len(files))
            self.assertEqual(files, sorted(p.name for p in (Path(many) / "out").iterdir()))
            for name in files:
                self.assertEqual((Path(one) / "out" / name).read_bytes(), (Path(many) / "out" / name).read_bytes())

    def test_SIM9_arms_meet_the_same_demand(self):
        arms = """
[[arm]]
name = "spec"
[[arm]]
name = "fair"
set = {chain.tie_break = "fair", chain.fairness_clip_max = 1200}
"""
        still = MARKET.replace("elasticity = 0.2", "").replace('bid = "own"', 'bid = "fast"')
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "market.toml"
            path.write_text(scenario(still + arms, blocks=60))
            traces = [sim("trace", str(path), "--arm", arm, "--seed", "5")[1].splitlines()[1:] for arm in ("spec", "fair")]
            self.assertEqual(traces[0], traces[1])
            other = sim("trace", str(path), "--arm", "spec", "--seed", "6")[1].splitlines()[1:]
            self.assertNotEqual(traces[0], other)

    def test_SIM10_what_is_there_is_skipped_and_a_stopped_campaign_goes_on(self):
        text = scenario(MARKET, seeds="1..3", blocks=60)
        with tempfile.TemporaryDirectory() as whole, tempfile.TemporaryDirectory() as pieces:
            run(whole, text)
            run(pieces, text, "--seeds", "2")
            out = Path(pieces) / "out"
            (first,) = out.iterdir()
            stamp = first.stat().st_mtime_ns
            run(pieces, text)
            self.assertEqual(stamp, first.stat().st_mtime_ns)
            self.assertEqual({p.name: p.read_bytes() for p in (Path(whole) / "out").iterdir()},
                             {p.name: p.read_bytes() for p in out.iterdir()})

    def test_SIM10_SIM15_a_file_begins_with_what_made_it_and_another_scenario_has_other_files(self):
        with tempfile.TemporaryDirectory() as folder:
            run(folder, scenario(MARKET, blocks=30, seeds="1"))
            runs = run(folder, scenario(MARKET + "# another\n", blocks=30, seeds="1"))
            self.assertEqual(2, len(list((Path(folder) / "out").iterdir())))
            header = runs["base", 1].header
            self.assertEqual({"engine", "scenario", "scenario_sha256", "arm", "set", "seed", "blocks", "warmup",
                              "trial_rules"}, set(header))

    def test_SIM11_rows_and_classes_have_their_columns(self):
        with tempfile.TemporaryDirectory() as folder:
            result = run(folder, scenario(MARKET, blocks=200, every=10, seeds="1"))["base", 1]
        self.assertEqual(list(range(10, 201, 10)), [row["h"] for row in result.rows])
        self.assertTrue({"lane_basefee", "median_tip", "cycle_basefee", "median_recent", "lane_cycles", "fires", "waiting",
                         "dead", "burned_cycle", "burned_lane", "burned_cell", "tips"} <= set(result.rows[0]))
        for name in ("hb", "user", "agents", "burst", "user/heavy"):
            c = result.totals["classes"][name]
            self.assertGreater(c["asked"], 0, name)
            self.assertEqual(c["asked"], c["fired"] + c["expired"] + c["insolvent"] + c["open"], name)
            self.assertGreaterEqual(c["weight_sum"], 1000 * c["fired"])
        self.assertEqual(0, result.totals["refused"])


class Speed(unittest.TestCase):
    def test_SIM13_the_scenario_of_the_speed_has_1000_actors_and_37_fires_a_block(self):
        """The time is measured by the command of docs/simulation.md, not by a test."""
        with tempfile.TemporaryDirectory() as folder:
            text = (ROOT / "simulation/speed.toml").read_text()
            self.assertEqual(1000, sum(p["count"] for p in tomllib.loads(text)["population"]))
            runs = run(folder, text, "--blocks", "400")
        self.assertEqual({("mixed", 1), ("heartbeats", 1)}, set(runs))
        for arm, result in runs.items():
            self.assertAlmostEqual(37, result.totals["fires"] / result.totals["blocks"], delta=1.5, msg=arm)
            self.assertEqual(0, result.totals["refused"])


class Traces(unittest.TestCase):
    def trace(self, folder, arms="", *arguments):
        path = Path(folder) / "market.toml"
        path.write_text(scenario(MARKET + arms, blocks=150))
        return sim("trace", str(path), "--seed", "3", *arguments)

    def test_SIM12_a_run_replays_to_the_same_root_in_every_block(self):
        with tempfile.TemporaryDirectory() as folder:
            status, trace, _ = self.trace(folder, "", "--roots")
            self.assertEqual(0, status)
            done = subprocess.run([LARIAT, "replay", "-", "--quiet"], input=trace, capture_output=True, text=True, check=False)
            self.assertEqual((0, ""), (done.returncode, done.stderr))
            self.assertEqual(150, sum(line.startswith('{"assert"') for line in trace.splitlines()))
            lines = trace.splitlines()
            lines[100] = lines[100].replace('"state_root":"0x', '"state_root":"0x0')
            wrong = subprocess.run([LARIAT, "replay", "-", "--quiet"], input="\n".join(lines), capture_output=True, text=True,
                                   check=False)
            self.assertNotEqual(0, wrong.returncode)

    def test_SIM12_the_model_agrees_with_a_run(self):
        with tempfile.TemporaryDirectory() as folder:
            _, trace, _ = self.trace(folder, "", "--blocks", "60")
        lines = [json.loads(line) for line in trace.splitlines()]
        comparison = differences.Comparison([LARIAT])
        self.assertIsNone(comparison.difference(lines))
        self.assertEqual(60, comparison.blocks)

    def test_SIM12_a_run_under_other_rules_leaves_no_trace(self):
        with tempfile.TemporaryDirectory() as folder:
            status, out, problems = self.trace(folder, "\n[rules]\nema = 6\n")
            self.assertEqual((2, ""), (status, out))
            self.assertIn("leaves no trace", problems)


if __name__ == "__main__":
    unittest.main()
