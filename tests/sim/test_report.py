"""The report: intervals, decisions, and which results it takes."""
import json
import re
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import run_sim  # noqa: E402
import sim_answers  # noqa: E402
import sim_page  # noqa: E402
import sim_report  # noqa: E402

TOTALS = {"blocks": 10, "fires": 5, "refused": 0, "lane_cycles": "100", "lane_size": "200", "full_blocks": 0, "empty_blocks": 0,
          "waiting_max": 0, "burned_cycle": "5", "burned_lane": "5", "tips": "1",
          "lane_basefee": {"p0": "1", "p5": "2", "p50": "3", "p95": "8", "p100": "9"},
          "tip_ratio_millionths": {"p0": "0", "p5": "0", "p50": "500000", "p95": "0", "p100": "0"},
          "classes": {"a": {"asked": 4, "first": 1, "fired": 3, "expired": 1, "insolvent": 0, "insolvent_actors": 0, "open": 0,
                            "wait_p50": 0, "wait_p99": 2, "wait_max": 2, "wait_sum": 6, "wait_longer": {"0": 2, "1": 2},
                            "cycles": "100", "charged": "300", "tips": "1",
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

    def result(self, name, arm, seed, sha256, first=1, response=None, others=None, rows=()):
        totals = json.loads(json.dumps(TOTALS))
        totals["classes"]["a"]["first"] = first
        if response:
            totals["response"] = response
        if others:
            totals["classes"][others[0]] = totals["classes"]["a"] | {"first": others[1]}
        header = {"scenario": "m", "scenario_sha256": sha256, "arm": arm, "seed": seed, "warmup": 10, "set": {"step.at": 30}}
        (self.folder / name).write_text("".join(json.dumps(line) + "\n" for line in (header, *rows, totals)))

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

    def test_SIM11_the_distribution_of_waits_is_a_share_of_what_fired_or_still_waits(self):
        self.assertEqual({"wait_longer_0": 2 / 3, "wait_longer_1": 2 / 3}, sim_report.wait_metrics(TOTALS["classes"]["a"]))

    def test_SIM15_runs_that_are_added_keep_those_of_the_table_and_have_to_agree_with_them(self):
        with (sim_report.SCENARIOS / "m.toml").open("a") as file:
            file.write('[[decide]]\nname = "d"\nmetric = "first"\nof = "a"\narm = "x"\nabove = 0.1\n')
        good = sim_report.sha256_of(sim_report.SCENARIOS / "m.toml")
        for seed in (1, 12):
            self.result(f"{seed}.jsonl", "x", seed, good, seed)
        sim_report.collect(self.folder)
        (self.folder / "12.jsonl").unlink()
        self.result("5.jsonl", "x", 5, good, 2)
        sim_report.collect(self.folder, add=True)
        totals = sim_report.Totals("m")
        self.assertEqual({1: 0.25, 5: 0.5, 12: 3.0}, totals.of("x", "a", "first"))
        self.assertEqual([1, 12], list(totals.of("x", "", "utilisation")), "of a further run only what is decided or shown")
        self.result("1.jsonl", "x", 1, good, 4)
        with self.assertRaisesRegex(SystemExit, "seed 1 of x"):
            sim_report.collect(self.folder, add=True)

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

    def test_SIM14_what_is_undecided_gets_more_seeds_and_what_is_decided_does_not(self):
        path = sim_report.SCENARIOS / "m.toml"
        decision = '[[decide]]\nname = "{}"\nmetric = "first"\nof = "a"\narm = "{}"\nthan = "{}"\nabove = {}\n'
        path.write_text(SCENARIO + decision.format("plain", "x", "y", 0.1) + decision.format("close", "x", "z", 0.05))
        good = sim_report.sha256_of(path)
        for seed in range(1, 31):
            for arm, first in (("x", 3), ("y", 1), ("z", 3 - seed % 2)):
                self.result(f"{arm}{seed}.jsonl", arm, seed, good, first)
        sim_report.collect(self.folder)
        kept, run_sim.SCENARIOS = run_sim.SCENARIOS, [path]
        self.addCleanup(lambda: setattr(run_sim, "SCENARIOS", kept))
        self.assertEqual([], list(run_sim.undecided_pieces(31, 60)))
        path.write_text(path.read_text().replace("0.05", "0.12"))
        self.assertEqual([(path, "31..60", "x"), (path, "31..60", "z")], list(run_sim.undecided_pieces(31, 60)))
        self.assertEqual([], list(run_sim.undecided_pieces(11, 30)))

    def test_SIM3_SIM6_what_has_not_settled_is_counted_and_has_a_verdict_of_its_own(self):
        good = sim_report.sha256_of(sim_report.SCENARIOS / "m.toml")
        response = {"of": "a", "lag": "no change", "settling": 0, "weight_before": 1500, "weight_after": None,
                    "lane_basefee_before": "4", "lane_basefee_after": None}
        for arm, settlings in (("all", ("not settled",) * 3), ("some", (100, "not settled", 300)), ("none", (100, 200, 300))):
            for seed, settling in enumerate(settlings, 1):
                self.result(f"{arm}{seed}.jsonl", arm, seed, good, response=response | {"settling": settling})
        sim_report.collect(self.folder)
        totals = sim_report.Totals("m")
        self.assertEqual(({}, {1: 1.5, 2: 1.5, 3: 1.5}), (totals.of("all", "", "lag"), totals.of("all", "", "w_before")))
        self.assertEqual(2, totals.of("all", "", "lane_before")[1])
        decision = {"name": "d", "metric": "settling", "below": 1000.0}
        rows = sim_report.decide("m", totals, [decision | {"arm": arm} for arm in ("all", "some", "none")])
        self.assertEqual(["no", "undecided", "yes"], [row[-1] for row in rows])
        self.assertEqual("not settled in 1 of 3; others 200 ± 1271", sim_report.cell(rows[1][1]))

    def test_SIM2_the_median_before_and_after_a_step_is_that_of_the_rows(self):
        response = {"of": "a", "lag": 1, "settling": 0, "weight_before": 1, "weight_after": 1, "lane_basefee_before": "4",
                    "lane_basefee_after": "4"}
        rows = [{"h": h, "median_recent": m, "lane_basefee": "1", "median_tip": "0", "waiting": 0}
                for h, m in ((10, 90), (15, 2), (20, 4), (30, 5), (35, 6), (40, 7), (45, 9))]
        self.result("1.jsonl", "x", 1, sim_report.sha256_of(sim_report.SCENARIOS / "m.toml"), response=response, rows=rows)
        sim_report.collect(self.folder)
        totals = sim_report.Totals("m")
        self.assertEqual(({1: 3}, {1: 9}), (totals.of("x", "", "recent_before"), totals.of("x", "", "recent_after")))

    def test_SIM15_a_decision_can_compare_two_classes(self):
        good = sim_report.sha256_of(sim_report.SCENARIOS / "m.toml")
        for seed in (1, 2):
            self.result(f"{seed}.jsonl", "x", seed, good, 2, others=("b", 4))
        sim_report.collect(self.folder)
        decision = {"name": "d", "metric": "first_ratio", "of": "a", "arm": "x", "than": "x", "than_of": "b", "below": 0.6}
        (row,) = sim_report.decide("m", sim_report.Totals("m"), [decision])
        self.assertEqual(([0.5, 0.5], "yes"), (row[1], row[-1]))

    def test_SIM15_totals_of_a_scenario_without_results_in_the_folder_stay(self):
        self.result("1.jsonl", "x", 1, sim_report.sha256_of(sim_report.SCENARIOS / "m.toml"))
        sim_report.collect(self.folder)
        (self.folder / "1.jsonl").unlink()
        sim_report.collect(self.folder)
        self.assertEqual({"x": {1}}, dict(sim_report.Totals("m").seeds))

    def test_SIM11_intervals_are_those_of_student(self):
        mean, half = sim_report.interval([1.0, 2.0, 3.0])
        self.assertAlmostEqual(2.0, mean)
        self.assertAlmostEqual(4.302653 / 3 ** 0.5, half, places=4)

    def test_SIM11_tails_are_those_of_student_however_far_out(self):
        for x, df, tail in ((0.0, 5, 0.5), (1.0, 1, 0.25), (2.0, 2, 0.09175170953613696), (2.045229642132703, 29, 0.025)):
            self.assertAlmostEqual(tail, sim_report.t_tail(x, df), places=10)
        for x in (10.0, 1e3, 3e3, 1e4, 1e7):  # of one degree of freedom the tail is 1 / (pi x), of two 1 / (2 x x)
            self.assertAlmostEqual(1.0, sim_report.t_tail(x, 1) * 3.141592653589793 * x, delta=0.004)
            self.assertAlmostEqual(1.0, sim_report.t_tail(x, 2) * 2 * x * x, delta=0.02)
            self.assertLess(sim_report.t_tail(x, 29), 1e-10)


class Campaign(unittest.TestCase):
    def test_SIM14_make_sim_runs_the_seeds_that_each_file_names_the_first_ones_first(self):
        pieces = [(scenario.stem, seeds) for scenario, seeds in run_sim.pieces()]
        names = list(sim_report.scenario_files())
        self.assertEqual([(name, "1..3") for name in names], pieces[:len(names)])
        self.assertEqual(["1..3", "4..5"], [seeds for name, seeds in pieces if name == "sim3_lag"])
        self.assertEqual(["1..3", "4..5", "6..10"], [seeds for name, seeds in pieces if name == "sim6b_step"])

    def test_SIM14_make_sim_then_runs_the_arms_of_decisions_up_to_seed_30(self):
        pieces = [(scenario.stem, seeds, arm) for scenario, seeds, arm in run_sim.decided_pieces()]
        arms = ["chain.tie_break=spec,crowd.rate=16", "fifo,crowd.rate=16", "chain.tie_break=fair,crowd.rate=16",
                "chain.tie_break=outcome,crowd.rate=16"]
        self.assertEqual([(seeds, arm) for seeds in ("11..20", "21..30") for arm in arms],
                         [(seeds, arm) for name, seeds, arm in pieces if name == "sim6a_tie"])
        self.assertEqual(["6..10", "11..20", "21..30"],
                         [seeds for name, seeds, arm in pieces if name == "sim3_lag" and arm == "window=300,period=10"])
        self.assertEqual([], [piece for piece in pieces if piece[0] == "sim6b_gain" and piece[2].startswith("cron")])
        self.assertEqual(sorted(pieces, key=lambda piece: int(piece[1].split("..")[1])), pieces)


class Figures(unittest.TestCase):
    """Of docs/simulation.md, and of the decision that proposes what follows from it."""
    INTERVAL = re.compile(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)? ± \d+(?:\.\d+)?(?:e[+-]?\d+)?")
    PROPOSALS = sim_report.ROOT / "docs/decisions/0047-what-the-simulation-proposes.md"

    def setUp(self):
        self.parts, part = {"words": self.PROPOSALS.read_text().splitlines()}, "words"
        for line in sim_report.PAGE.read_text().splitlines():
            if begin := re.fullmatch(r"<!-- (?!end )(\w+) -->", line):
                part = begin[1]
            elif line.startswith("<!-- end "):
                part = "words"
            else:
                self.parts.setdefault(part, []).append(line)
        self.tables = [line for name, lines in self.parts.items() if name not in ("words", "answers", "figures") for line in lines]

    def test_SIM15_the_tables_of_the_page_are_those_of_the_totals(self):
        for name, path in sim_report.scenario_files().items():
            for line in sim_report.table_of(name, path):
                self.assertIn(line, self.tables if line else [line], name)

    def test_SIM15_each_interval_in_the_words_stands_in_a_table(self):
        measured = set(self.INTERVAL.findall("\n".join(self.tables)))
        said = self.INTERVAL.findall("\n".join(self.parts["words"] + self.parts["answers"]))
        self.assertGreater(len(said), 100)
        self.assertEqual([], [figure for figure in said if figure not in measured])

    def test_SIM15_the_answers_have_the_figures_of_the_tables_and_say_where_they_stand(self):
        tables = {name: sim_report.table_of(name, path) for name, path in sim_report.scenario_files().items()}
        answers, places = sim_answers.filled(sim_report.ANSWERS.read_text(), tables)
        self.assertEqual([line for line in answers if line], [line for line in self.parts["answers"] if line])
        self.assertEqual(places, [line for line in self.parts["figures"] if line])
        self.assertGreater(len(places), 100)

    def test_SIM15_a_figure_that_no_table_has_is_an_error(self):
        tables = {"m": ["| arm | seeds | first |", "| --- | --- | --- |", "| `x` | 3 | 0.5 ± 0.1 |", "",
                        "| decision of the file | pairs | estimate | bound | holds |", "| --- | --- | --- | --- | --- |",
                        "| it pays | 3 | 0.2 ± 0.1 | above 0.1 | yes |"]}
        text = "### Q: one?\nfirst [[m | x | first]], gain [[m ? it pays]] ([[m ? it pays ? holds]])"
        answers, places = sim_answers.filled(text, tables)
        self.assertEqual("first 0.5 ± 0.1, gain 0.2 ± 0.1 (yes)", answers[1])
        self.assertEqual(["| Q | 0.5 ± 0.1 | m | `x` | first |", "| Q | 0.2 ± 0.1 | m | it pays | estimate |",
                          "| Q | yes | m | it pays | holds |"], places[2:])
        with self.assertRaises(sim_answers.NoSuchFigure):
            sim_answers.filled("[[m | y | first]]", tables)


class OneFile(unittest.TestCase):
    """The page as one HTML file and as a PDF."""

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def test_SIM14_the_html_has_every_heading_table_and_plot_of_the_page(self):
        sim_page.write_html(sim_report.PAGE, self.folder / "page.html")
        text, page = (self.folder / "page.html").read_text(), sim_report.PAGE.read_text()
        outside_code = re.sub(r"^```.*?^```", "", page, flags=re.S | re.M)
        self.assertEqual(len(re.findall(r"^#+ ", outside_code, re.M)), len(re.findall(r"<h[1-6] ", text)))
        rows = [line for line in page.splitlines() if line.startswith("|") and not line.startswith("| ---")]
        self.assertEqual(len(rows), text.count("<tr>"))
        plots = sorted((sim_report.PAGE.parent / "simulation").glob("*.svg"))
        self.assertEqual(sorted(f"simulation/{plot.name}" for plot in plots), sorted(re.findall(r"^!\[[^\]]*\]\(([^)]+)\)", page, re.M)))
        self.assertEqual(len(plots), text.count("<svg"))
        for name in sim_report.scenario_files():
            self.assertIn(f"simulation/scenarios/{name}.toml", text)

    def test_SIM14_the_html_needs_nothing_from_elsewhere(self):
        sim_page.write_html(sim_report.PAGE, self.folder / "page.html")
        text = (self.folder / "page.html").read_text()
        self.assertEqual([], [link for link in re.findall(r'(?:href|src)="([^"]*)"', text) if not link.startswith("#")])
        self.assertEqual([], re.findall(r"<(?:script|link|img|iframe)\b", text))
        self.assertNotIn("@import", text)
        ids = re.findall(r'\bid="([^"]+)"', text)
        self.assertEqual(len(ids), len(set(ids)))
        for target in re.findall(r'(?:href="#|url\(#)([^")]+)', text):
            self.assertIn(target, ids)

    @unittest.skipUnless(sim_page.browser(), "chromium is not installed")
    def test_SIM14_chromium_prints_the_page(self):
        sim_page.write_pdf(sim_report.PAGE, self.folder / "page.pdf")
        data = (self.folder / "page.pdf").read_bytes()
        self.assertEqual(b"%PDF-", data[:5])
        self.assertGreater(len(data), 50_000)


if __name__ == "__main__":
    unittest.main()
