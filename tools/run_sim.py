#!/usr/bin/env python3
"""Runs the scenarios of simulation/scenarios with `lariat sim`.

Without --quick: every run that is missing in --out, the first seeds of every scenario first, then the arms that a decision
compares up to seed 30, then the sensitivity analysis (tools/sim_sensitivity.py); then the totals, tables and plots of
docs/simulation.md; then the arms about which a decision is undecided, up to seed 100, and the page again. It can be stopped at
any time; the same command goes on. With --add: only the runs of decided arms that the tables of totals lack, and of each file
one run that they have, which has to be the same again. With --quick: the first seed of every arm for 100 blocks, in a folder of
its own: it shows that all of them run, and nothing else."""
import argparse
import itertools
import math
import os
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

import sim_report

ROOT = Path(__file__).resolve().parents[1]
SCENARIOS = sorted((ROOT / "simulation/scenarios").glob("*.toml"))
ROUNDS = ((1, 3), (4, 5), (6, 10))
# The seeds of arms that a decision compares, also beyond those that the file names.
DECIDED_ROUNDS = ((1, 10), (11, 20), (21, 30))
# Those of arms about which a decision is still undecided with these.
UNDECIDED_ROUNDS = ((31, 60), (61, 100))
# Of this one the first campaign ran more seeds than the file names; the file stays as its results know it.
SEEDS_RUN = {"sim3_window": 10}
SENSITIVITY = ROOT / "build/sensitivity/bin/python"
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


def last_seed(scenario):
    named = tomllib.loads(scenario.read_text(encoding="utf-8"))["sim"]["seeds"]
    return SEEDS_RUN.get(scenario.stem, int(named.split("..")[-1]))


def decisions_of(scenario):
    return tomllib.loads(scenario.read_text(encoding="utf-8")).get("decide", [])


def arms_of(decisions):
    """The arms that they compare, each once."""
    return list(dict.fromkeys(d[key] for d in decisions for key in ("arm", "than") if key in d))


def decided_arms(scenario):
    """The arms that the decisions of a file compare, each once."""
    return arms_of(decisions_of(scenario))


def pieces():
    """(scenario, its seeds in this round), the first seeds of every scenario first."""
    for first, last in ROUNDS:
        for scenario in SCENARIOS:
            if first <= last_seed(scenario):
                yield scenario, f"{first}..{min(last, last_seed(scenario))}"


def last_named(scenario):
    last = last_seed(scenario)
    return lambda arm: last


def last_in_table(scenario):
    seeds = sim_report.Totals(scenario.stem).seeds
    return lambda arm: max(seeds.get(arm, ()), default=0)


def pieces_of(scenario, arms, known, first, last):
    """The seeds of this round that each arm lacks; known(arm) gives the last that it has."""
    for arm in arms:
        start = max(first, known(arm) + 1)
        if start <= last:
            yield scenario, f"{start}..{last}", arm


def decided_pieces(last_known=last_named):
    """(scenario, seeds, arm) of decided arms from the first seed that is not known on; last_known(scenario) gives, by arm, the
    last that is. The first seeds of every scenario first."""
    for first, last in DECIDED_ROUNDS:
        for scenario in SCENARIOS:
            yield from pieces_of(scenario, decided_arms(scenario), last_known(scenario), first, last)


def undecided_pieces(first, last):
    """(scenario, seeds, arm) of the arms about which a decision of the tables is undecided. Where some runs have not settled
    more of them decide nothing."""
    for scenario in SCENARIOS:
        rows = sim_report.decide(scenario.stem, sim_report.Totals(scenario.stem), decisions_of(scenario))
        undecided = [d for d, _, mean, _, verdict in rows if verdict == "undecided" and math.isfinite(mean)]
        yield from pieces_of(scenario, arms_of(undecided), last_in_table(scenario), first, last)


def known_pieces():
    """One run of each file that has decisions, which its table has."""
    for scenario in SCENARIOS:
        if arms := decided_arms(scenario):
            yield scenario, "1", arms[0]


def run_pieces(lariat, jobs, out, some):
    for scenario, seeds, *arm in some:
        print(f"sim: {scenario.stem}, seeds {seeds}", *arm, file=sys.stderr)
        only = ["--arm", *arm] if arm else []
        status = run(lariat, scenario, "--seeds", seeds, *only, "--out", str(out), "--jobs", str(jobs))
        if status != 0:
            return status
    return 0


def report(out, *collecting):
    """The results of the folder into the tables, and these into the page."""
    words = [sys.executable, str(ROOT / "tools/sim_report.py")]
    return (subprocess.run([*words, "collect", *collecting, str(out)], check=False).returncode
            or subprocess.run([*words, "render"], check=False).returncode)


def add_undecided(lariat, jobs, out, *collecting):
    """More seeds for what is undecided, in rounds: some of it is decided after each."""
    for first, last in UNDECIDED_ROUNDS:
        status = run_pieces(lariat, jobs, out, list(undecided_pieces(first, last))) or report(out, *collecting)
        if status != 0:
            return status
    return 0


def add_lacking(lariat, jobs, out):
    lacking = itertools.chain(known_pieces(), decided_pieces(last_in_table))
    return run_pieces(lariat, jobs, out, lacking) or report(out, "--add") or add_undecided(lariat, jobs, out, "--add")


def whole(lariat, jobs, out):
    status = run_pieces(lariat, jobs, out, itertools.chain(pieces(), decided_pieces(last_named)))
    if status != 0:
        return status
    walks = [str(SENSITIVITY), str(ROOT / "tools/sim_sensitivity.py"), "--out", str(out / "sensitivity"), "--jobs", str(jobs)]
    if subprocess.run(walks, check=False, env=os.environ | {"LARIAT": lariat}).returncode != 0:
        return 1
    return report(out) or add_undecided(lariat, jobs, out)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--quick", action="store_true", help="every arm for 100 blocks")
    which.add_argument("--add", action="store_true", help="the runs of decided arms that the tables lack")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="runs side by side")
    parser.add_argument("--out", type=Path, default=ROOT / "build/sim", help="the folder of the results")
    args = parser.parse_args()
    lariat = os.environ.get("LARIAT", str(ROOT / "build/lariat"))
    if args.quick:
        return quick(lariat, args.jobs)
    return (add_lacking if args.add else whole)(lariat, args.jobs, args.out)


if __name__ == "__main__":
    sys.exit(main())
