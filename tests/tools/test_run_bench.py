"""How tools/run_bench.py reads the lines of benchmarks and lays them out."""
import sys
import re
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
import run_bench  # noqa: E402

RUNS = "runs python_calls median=40.0 best=38.0 worst=50.0 unit=ms repetitions=7 work=1000 steps, equal results"
BENCH = "bench python_calls ours=40.0 peer=80.0 unit=ms ratio=0.50 target=-"


class RunBench(unittest.TestCase):
    def test_a_line_is_its_kind_its_name_and_its_fields(self):
        self.assertEqual(("bench", "python_calls", {"ours": "40.0", "peer": "80.0", "unit": "ms", "ratio": "0.50", "target": "-"}),
                         run_bench.parse(BENCH))
        kind, name, fields = run_bench.parse(RUNS)
        self.assertEqual(("runs", "python_calls", "7", "1000 steps, equal results"),
                         (kind, name, fields["repetitions"], fields["work"]))

    def test_other_lines_are_no_results(self):
        for line in ("", "bench: python", "bench", "hello"):
            self.assertIsNone(run_bench.parse(line), line)

    def test_each_benchmark_is_one_row_unknown_ones_last(self):
        lines = [run_bench.parse(line) for line in (RUNS.replace("python_calls", "new"), BENCH.replace("python_calls", "new"),
                                                    RUNS, BENCH)]
        rows = run_bench.table(lines).splitlines()[2:]
        self.assertEqual(2, len(rows))
        self.assertTrue(rows[0].startswith("| Python: a million calls of a function | 40.0 | 38.0 | 50.0 | ms | 80.0 | 0.50 | - |"))
        self.assertTrue(rows[1].startswith("| new |"))

    def test_a_row_says_when_its_target_was_missed(self):
        for unit, target, missed in (("ms", "-", False), ("ms", "<=0.50", False), ("ms", "<=0.49", True), ("1/s", ">=0.50", False),
                                     ("1/s", ">=0.51", True), ("ms", "<=39.00ms", True), ("ms", "<=40.00ms", False)):
            bench = BENCH.replace("unit=ms", f"unit={unit}").replace("target=-", f"target={target}")
            row = run_bench.table([run_bench.parse(RUNS), run_bench.parse(bench)]).splitlines()[-1]
            self.assertEqual(missed, "**missed**" in row, target)

    def test_the_document_has_the_fields_of_both_lines(self):
        (benchmark,) = run_bench.document([run_bench.parse(RUNS), run_bench.parse(BENCH)])["benchmarks"]
        self.assertEqual(("python_calls", "0.50", "38.0", "7"),
                         tuple(benchmark[field] for field in ("name", "ratio", "best", "repetitions")))

    def test_every_title_is_of_a_benchmark_in_the_tree(self):
        text = "".join(p.read_text(encoding="utf-8") for p in (run_bench.sources.ROOT / "bench").glob("*_bench.cpp"))
        written = set(re.findall(r'"([a-z0-9_]+)"', text))
        composed = [re.compile(".+".join(map(re.escape, name.split("{}")))) for name in re.findall(r'"([a-z0-9_{}]*{}[a-z0-9_{}]*)"', text)]
        for name in run_bench.TITLES:
            self.assertTrue(name in written or name.removeprefix("python_") in written or any(c.fullmatch(name) for c in composed), name)


if __name__ == "__main__":
    unittest.main()
