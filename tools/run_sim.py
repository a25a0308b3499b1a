#!/usr/bin/env python3
"""Runs the scenarios of simulation/scenarios with `lariat sim`.

Without --quick: every run that is missing in --out, the first seeds of every scenario first; then the totals, tables and
plots of docs/simulation.md. It can be stopped at any time; the same command goes on. With --quick: the first seed of
every arm for 100 blocks, in a folder of its own: it shows that all of them run, and nothing else."""
import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SCENARIOS = sorted((ROOT / "simulation/scenarios").glob("*.toml"))
ROUNDS = ("1..3", "4..5", "6..10")
QUICK_BLOCKS = 100


def run(lariat, scenario, *arguments):
    return subprocess.run([lariat, "sim", "run", str(scenario), *arguments], check=False).returncode


def quick(lariat, jobs):
    with tempfile.TemporaryDirectory() as folder:
        for scenario in SCENARIOS:
            status = run(lariat, scenario, "--seeds", "1", "--blocks", str(QUICK_BLOCKS), "--out", folder, "--jobs", str(jobs), "--quiet")
            if status != 0:
                return status
    print(f"sim: {len(SCENARIOS)} scenarios run; this says nothing about their questions")
    return 0


def whole(lariat, jobs, out):
    for seeds in ROUNDS:
        for scenario in SCENARIOS:
            print(f"sim: {scenario.stem}, seeds {seeds}", file=sys.stderr)
            status = run(lariat, scenario, "--seeds", seeds, "--out", str(out), "--jobs", str(jobs))
            if status != 0:
                return status
    report = [sys.executable, str(ROOT / "tools/sim_report.py")]
    return subprocess.run([*report, "collect", str(out)], check=False).returncode or subprocess.run([*report, "render"], check=False).returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="every arm for 100 blocks")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="runs side by side")
    parser.add_argument("--out", type=Path, default=ROOT / "build/sim", help="the folder of the results")
    args = parser.parse_args()
    lariat = os.environ.get("LARIAT", str(ROOT / "build/lariat"))
    return quick(lariat, args.jobs) if args.quick else whole(lariat, args.jobs, args.out)


if __name__ == "__main__":
    sys.exit(main())
